import type { Item } from '../src/store/api.generated';
import { makeItems } from './catalogue';
import { hostileCart, hostileItems } from './hostile';
import { errorResponse, HttpError } from './httpError';
import { type OperationId, operations } from './operations';

/** A call that a scenario responds to. */
type MockedCall = {
  id: OperationId;
  isSecured: boolean;
  /** The number of earlier calls of this operation since the scenario was set. */
  previousCalls: number;
  /** Returns the normal response. */
  respondNormally(): Promise<Response>;
};

export type Scenario = {
  summary: string;
  /** Turns the usual items for sale into those of this scenario. */
  changeItems?: (items: readonly Item[]) => readonly Item[];
  respond(call: MockedCall): Promise<Response> | Response;
};

const json = (body: unknown) => Response.json(body);
const text = (body: string, type: string) => new Response(body, { headers: { 'content-type': type } });
const failure = (status: number) => errorResponse(status, `Mock scenario: ${status}`);

/** Turns the prices that `pattern` finds into text. */
async function withTextPrices({ respondNormally }: MockedCall, pattern: RegExp) {
  const response = await respondNormally();
  return new Response((await response.text()).replace(pattern, '"price":"$1"'), response);
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const alwaysFail = (status: number): Scenario => ({
  summary: `Every call fails with ${status}.`,
  respond: () => failure(status),
});

export const scenarios = {
  normal: { summary: 'Everything works.', respond: ({ respondNormally }) => respondNormally() },
  slow: {
    summary: 'Every response takes two seconds.',
    respond: ({ respondNormally }) => wait(2000).then(respondNormally),
  },
  hang: { summary: 'No response ever arrives.', respond: () => new Promise<Response>(() => {}) },
  offline: { summary: 'Network error.', respond: () => Response.error() },
  'server-error': alwaysFail(500),
  'html-instead-of-json': {
    summary: 'An HTML page with status 200, as from a misconfigured proxy.',
    respond: () => text('<!doctype html><title>Welcome</title>', 'text/html'),
  },
  'no-items': {
    summary: 'The item list is empty.',
    respond: ({ id, respondNormally }) => (id === 'getItems' ? json([]) : respondNormally()),
  },
  'many-items': {
    summary: 'The item list has 10,000 items.',
    changeItems: (items) => [...items, ...makeItems(10_000 - items.length)],
    respond: ({ respondNormally }) => respondNormally(),
  },
  'hostile-items': {
    summary: 'Markup, right-to-left text, odd prices, malformed items, a cart line without an item.',
    respond({ id, respondNormally }) {
      if (id === 'getItems') return json(hostileItems);
      if (id === 'getCart') return json(hostileCart);
      return respondNormally();
    },
  },
  'text-prices': {
    summary:
      'Every price is text, as from some SQL drivers: neither the items nor a filled cart can be shown.',
    respond: (call) => withTextPrices(call, /"price":([\d.]+)/g),
  },
  'unreadable-row': {
    summary: 'The price of the first item, and of the first line of the cart, is text.',
    respond: (call) => withTextPrices(call, /"price":([\d.]+)/),
  },
  'expired-token': {
    summary: 'Every call that needs a token fails with 401.',
    respond: ({ isSecured, respondNormally }) => (isSecured ? failure(401) : respondNormally()),
  },
  'flaky-cart': {
    summary: 'Calls 1, 3, 5, … of each cart operation fail with 503.',
    respond: ({ isSecured, previousCalls, respondNormally }) =>
      isSecured && previousCalls % 2 === 0 ? failure(503) : respondNormally(),
  },
  'status-401': alwaysFail(401),
  'status-403': alwaysFail(403),
  'status-404': alwaysFail(404),
  'status-409': alwaysFail(409),
  'status-422': alwaysFail(422),
  'status-429': alwaysFail(429),
  'status-500': alwaysFail(500),
  'status-503': alwaysFail(503),
  empty: { summary: 'Status 200 with an empty body.', respond: () => new Response('') },
  'no-content': { summary: 'Status 204.', respond: () => new Response(null, { status: 204 }) },
  'malformed-json': { summary: 'Truncated JSON.', respond: () => text('[{"_id":', 'application/json') },
  null: { summary: 'null as the body.', respond: () => json(null) },
  'wrong-type': { summary: 'An unexpected object.', respond: () => json({ data: { items: 7 } }) },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** A scenario for all operations or for one: `offline`, `server-error:addToCart`. */
export type ScenarioSetting = ScenarioName | `${ScenarioName}:${OperationId}`;

/** What each scenario does, by name. */
export const scenarioSummaries: Record<string, string> = Object.fromEntries(
  Object.entries(scenarios).map(([name, { summary }]) => [name, summary]),
);

/** A scenario, and the operation that it is limited to, if any. */
type ParsedSetting = { scenario: Scenario; operationId?: OperationId | undefined };

export function parseSetting(setting: string): ParsedSetting {
  const [name = '', operationId] = setting.split(':');
  if (!isKeyOf(scenarios, name)) throw unknownName('scenario', name, scenarios);
  if (operationId !== undefined && !isKeyOf(operations, operationId)) {
    throw unknownName('operation', operationId, operations);
  }
  return { scenario: scenarios[name], operationId };
}

/** The scenario for an operation. Undefined if the setting is for another operation. */
export function scenarioFor({ scenario, operationId }: ParsedSetting, id: OperationId): Scenario | undefined {
  return operationId === undefined || operationId === id ? scenario : undefined;
}

export function checkLatency(ms: number): number {
  if (ms >= 0) return ms;
  throw new HttpError(400, 'latency must be a number of milliseconds, 0 or more.');
}

const isKeyOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name);

const unknownName = (kind: string, name: string, table: object) =>
  new HttpError(400, `There is no ${kind} "${name}". Choose one of: ${Object.keys(table).join(', ')}.`);
