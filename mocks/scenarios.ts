import type { Item } from '../src/store/api.generated';
import { makeItems } from './catalogue';
import { hostileCart, hostileItems } from './hostile';
import { type OperationId, operations } from './operations';

/** A call on its way through a scenario. */
type Call = {
  id: OperationId;
  isSecured: boolean;
  /** How many calls of this operation came before it, from 0. */
  nth: number;
  /** The normal answer. */
  answer(): Promise<Response>;
};

export type Scenario = {
  summary: string;
  /** What the shop sells, where that is not what it sells otherwise. */
  items?: (own: readonly Item[]) => readonly Item[];
  respond(call: Call): Promise<Response> | Response;
};

const json = (body: unknown, status = 200) => Response.json(body, { status });
const text = (body: string, type: string) => new Response(body, { headers: { 'content-type': type } });
const refuse = (status: number) => json({ message: `Mock scenario: ${status}` }, status);

/** Waits for so many milliseconds. */
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const status = (code: number): Scenario => ({
  summary: `Refused with ${code}.`,
  respond: () => refuse(code),
});

/** The situations that a developer, a test or a journey can put the mock backend into, by name. */
export const scenarios = {
  normal: { summary: 'Everything works.', respond: ({ answer }) => answer() },
  slow: {
    summary: 'Every answer takes two seconds.',
    respond: ({ answer }) => wait(2000).then(answer),
  },
  hang: { summary: 'No answer ever comes.', respond: () => new Promise<Response>(() => {}) },
  offline: { summary: 'No connection.', respond: () => Response.error() },
  'server-error': { summary: 'The backend is broken: 500.', respond: () => refuse(500) },
  'html-instead-of-json': {
    summary: 'Something other than the API answers, with a page and status 200.',
    respond: () => text('<!doctype html><title>Welcome</title>', 'text/html'),
  },
  'no-items': {
    summary: 'The shop is empty.',
    respond: ({ id, answer }) => (id === 'getItems' ? json([]) : answer()),
  },
  'many-items': {
    summary: 'The shop has 10,000 items.',
    items: (own) => [...own, ...makeItems(10_000 - own.length)],
    respond: ({ answer }) => answer(),
  },
  'hostile-items': {
    summary: 'Hostile texts, odd prices, a cart line whose item is gone.',
    respond({ id, answer }) {
      if (id === 'getItems') return json(hostileItems);
      return id === 'getCart' ? json(hostileCart) : answer();
    },
  },
  'expired-token': {
    summary: 'No token is known any more.',
    respond: ({ isSecured, answer }) => (isSecured ? refuse(401) : answer()),
  },
  'flaky-cart': {
    summary: 'The first of every two calls of each cart operation fails.',
    respond: ({ isSecured, nth, answer }) => (isSecured && nth % 2 === 0 ? refuse(503) : answer()),
  },
  'status-401': status(401),
  'status-403': status(403),
  'status-404': status(404),
  'status-409': status(409),
  'status-422': status(422),
  'status-429': status(429),
  'status-500': status(500),
  'status-503': status(503),
  empty: { summary: 'Status 200 without a body.', respond: () => new Response('') },
  'no-content': { summary: 'Status 204.', respond: () => new Response(null, { status: 204 }) },
  'malformed-json': { summary: 'JSON that breaks off.', respond: () => text('[{"_id":', 'application/json') },
  null: { summary: 'null instead of an answer.', respond: () => json(null) },
  'wrong-type': { summary: 'An object that nobody asked for.', respond: () => json({ data: { items: 7 } }) },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** A scenario on all operations, or on one: `offline`, `server-error:addToCart`. */
export type Situation = ScenarioName | `${ScenarioName}:${OperationId}`;

/** The parts of a situation. Throws with the names to choose from where a name is wrong. */
export function readSituation(text: string): { name: ScenarioName; only: OperationId | undefined } {
  const [name = '', only] = text.split(':');
  if (!Object.hasOwn(scenarios, name)) throw unknown('scenario', name, scenarios);
  if (only !== undefined && !Object.hasOwn(operations, only)) throw unknown('operation', only, operations);
  return { name: name as ScenarioName, only: only as OperationId | undefined };
}

/**
 * What a call of the operation asks for with its `Prefer` header: a status as in `code=503`, a scenario as in
 * `scenario=slow`, and milliseconds as in `latency=300`. Throws where that cannot be, with what can.
 */
export function readPreference(header: string | null, id: OperationId) {
  const found: { scenario?: Scenario; latency?: number } = {};
  const seen = new Set<string>();
  for (const part of (header ?? '').split(/[,;]/).filter((it) => it.trim())) {
    const [, name = '', value = ''] = /^\s*(\w[\w-]*)\s*=\s*"?([^"\s]*)"?\s*$/.exec(part) ?? [];
    if (seen.has(name)) throw new Error(`Prefer has ${name} twice: choose one.`);
    seen.add(name);
    if (seen.has('code') && seen.has('scenario'))
      throw new Error('Prefer has code and scenario, and only one of them can be: choose one.');
    if (name === 'scenario') {
      const { name: chosen, only = id } = readSituation(value);
      if (only === id) found.scenario = scenarios[chosen];
    } else if (name === 'code' && /^[45]\d\d$/.test(value)) found.scenario = status(Number(value));
    else if (name === 'code' && /^2\d\d$/.test(value)) found.scenario = scenarios.normal;
    else if (name === 'latency') found.latency = readLatency(Number(value || 'none'));
    else
      throw new Error(
        `Prefer "${part.trim()}" is not known. Choose code=400 to 599, scenario=NAME or latency=MILLISECONDS.`,
      );
  }
  return found;
}

/** Milliseconds that an answer can be held back. Throws for anything else: timers count no more than 24 days. */
export function readLatency(ms: unknown): number {
  if (typeof ms === 'number' && ms >= 0 && ms < 2 ** 31) return ms;
  throw new Error(`latency is ${JSON.stringify(ms)}; give milliseconds, 0 or more.`);
}

const unknown = (kind: string, name: string, table: object) =>
  new Error(`There is no ${kind} "${name}". Choose one of: ${Object.keys(table).join(', ')}.`);
