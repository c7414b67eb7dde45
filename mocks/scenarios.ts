import type { OperationId } from './operations';

/** A call on its way through a scenario. */
type Call = {
  id: OperationId;
  isSecured: boolean;
  /** How many calls of this operation came before it, from 0. */
  nth: number;
  /** The normal answer. */
  answer(): Promise<Response>;
};

type Scenario = { summary: string; respond(call: Call): Promise<Response> | Response };

const json = (body: unknown, status = 200) => Response.json(body, { status });
const refuse = (status: number) => json({ message: `Mock scenario: ${status}` }, status);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The situations that a developer, a test or a journey can put the mock backend into, by name. */
export const scenarios = {
  normal: { summary: 'Everything works.', respond: ({ answer }) => answer() },
  slow: {
    summary: 'Every answer takes two seconds.',
    async respond({ answer }) {
      await wait(2000);
      return answer();
    },
  },
  hang: { summary: 'No answer ever comes.', respond: () => new Promise<Response>(() => {}) },
  offline: { summary: 'No connection.', respond: () => Response.error() },
  'server-error': { summary: 'Every call is answered with 500.', respond: () => refuse(500) },
  'html-instead-of-json': {
    summary: 'Something other than the API answers, with a page and status 200.',
    respond: () =>
      new Response('<!doctype html><title>Hello</title>', { headers: { 'content-type': 'text/html' } }),
  },
  'expired-token': {
    summary: 'No token is known any more.',
    respond: ({ isSecured, answer }) => (isSecured ? refuse(401) : answer()),
  },
  'no-items': {
    summary: 'The shop is empty.',
    respond: ({ id, answer }) => (id === 'getItems' ? json([]) : answer()),
  },
  'flaky-cart': {
    summary: 'The first of every two calls of a cart operation fails.',
    respond: ({ isSecured, nth, answer }) => (isSecured && nth % 2 === 0 ? refuse(503) : answer()),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** A scenario, on all operations or on one: `offline`, `server-error:addToCart`. */
export type Situation = ScenarioName | `${ScenarioName}:${OperationId}`;
