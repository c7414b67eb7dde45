import { createHmac } from 'node:crypto';
import { capitalize } from '../journeys/journey.ts';
import { nameOf } from '../judge/exchange.ts';
import type { Level } from '../judge/level.ts';
import type { Operation } from '../openapi/readContract.ts';
import { GoodBackend, type IncomingCall, type Product, type Reply } from './goodBackend.ts';

type Decisions = Omit<GoodBackend, 'addTeam' | 'before' | 'edit' | 'findRoute' | 'onReply' | 'onSuccess'>;
/** A change to the correct backend: fields to replace, or a function that also gets the fields as they were. */
export type Change = Partial<Decisions> | ((shop: GoodBackend, good: Decisions) => void);

type Finds = `${Level} ${string}`;
export type Expected = {
  /** The level of the finding, and the journey at its head or the call that it is about. */
  finds: Finds;
  /** How many findings a run may have. */
  findings?: number;
  /** Text that the finding must have, or that no finding may have. */
  says?: RegExp;
  saysNot?: RegExp;
  flags?: string[];
  /** Whether the fault is about the bytes of a response. */
  isOverHttp?: boolean;
};
/** A broken server, and the finding that the kit must report. */
export type Broken = Expected & { name: string; change: Change };

export const fault = (name: string, expected: Finds | Expected, change: Change): Broken => ({
  name,
  change,
  ...(typeof expected === 'string' ? { finds: expected } : expected),
});

/** Servers with the same finding, by name. */
export const faults = (expected: Finds | Expected, changes: Record<string, Change>): Broken[] =>
  Object.entries(changes).map(([name, change]) => fault(name, expected, change));

/** Whether a text would break the query that it is pasted into. */
const hasOpenQuote = (text: unknown) => `${text}`.split("'").length % 2 === 0;

type When = (call: IncomingCall, shop: GoodBackend) => boolean;
/** Gives some calls of a route this status. */
export const replying = (route: string, status: number, when: When) => (shop: GoodBackend) =>
  shop.before(route, (call) => (when(call, shop) ? { status } : undefined));

/** The faults of one operation that follow from openapi.yaml: an HTML page, and wrong requests that are accepted. */
export function commonFaults(operation: Operation): Broken[] {
  const { id, isSecured, hasBody, fields, parameters } = operation;
  const route = nameOf(operation);
  const accepting = (words: string, finds: Finds, when: When) =>
    fault(`${route} ${words} is accepted`, finds, replying(route, 204, when));
  // A success without the list that the store reads grants nothing.
  const isHarmless = operation.checkResponse(204, undefined) !== undefined;
  const isUnknown = ({ token }: IncomingCall, shop: GoodBackend) => !!token && !shop.findSession(token);
  const secured = [
    accepting(
      'without a token',
      `${isHarmless ? 'strict' : 'breaks'} ${id}WithoutToken`,
      ({ token }) => !token,
    ),
    accepting('with any token', `${isHarmless ? 'strict' : 'unsafe'} ${id}WithWrongToken`, isUnknown),
  ];
  const withoutBody = replying(route, 500, ({ body }) => body === undefined);
  const texts = [...fields, ...parameters].filter(({ schema }) => schema?.type === 'string');
  const withQuote = (name: string) =>
    replying(route, 500, ({ fields, query, path }) =>
      hasOpenQuote(fields[name] ?? query[name] ?? path[name]),
    );
  return [
    fault(`${route} returns an HTML page`, `breaks ${route}`, (shop) => shop.onSuccess(route, page)),
    ...(isSecured ? secured : []),
    ...(hasBody
      ? [fault(`${route} without a body fails with 500`, `strict ${id}WithoutJson`, withoutBody)]
      : []),
    ...texts.map(({ name }) =>
      fault(
        `${route} with a quote in ${name} fails with 500`,
        { finds: `unsafe ${id}WithUnusualText`, says: /database query/ },
        withQuote(name),
      ),
    ),
    ...fields.map(({ name }) =>
      accepting(
        `with true as ${name}`,
        `strict ${id}WithWrong${capitalize(name)}`,
        (call) => call.fields[name] === true,
      ),
    ),
  ];
}

export function applyChange(shop: GoodBackend, change: Change) {
  if (typeof change === 'function') change(shop, { ...shop });
  else Object.assign(shop, change);
}

export function makeShop(change: Change): GoodBackend {
  const shop = new GoodBackend();
  applyChange(shop, change);
  shop.addTeam();
  return shop;
}

export const page = (): Reply => ({
  status: 200,
  body: '<!doctype html><title>Hello</title>',
  headers: { 'content-type': 'text/html' },
});

/** Shows the id of an account with each token: the place of the account in the list of all. */
export const showIds = (shop: GoodBackend) => {
  shop.showToken = (token, user) => ({ token, userId: [...shop.users.values()].indexOf(user) });
};
export const findById = (shop: GoodBackend, id: unknown) => [...shop.users.values()][Number(id)];

/** Items p1 to p20, so that ids begin with one another and a cart can have many lines. */
export const manyProducts: Product[] = Array.from({ length: 20 }, (_, i) => ({
  _id: `p${i + 1}`,
  name: `Item ${i + 1}`,
  description: '',
  category: i % 2 ? 'Odd' : 'Even',
  price: i + 0.5,
}));

/** Lets all calls that were sent at the same time read the same state before one of them writes. */
export const meet = () => new Promise<void>((resolve) => void setImmediate(resolve));

export const STORE = 'https://store.example';

type Crossing = { preflight?: Record<string, string>; refusals?: boolean };

/** Lets pages of `origin` call the shop; without `refusals`, they cannot read those. */
export const allowing =
  (origin: string, { preflight, refusals = true }: Crossing = {}) =>
  (shop: GoodBackend) =>
    shop.onReply((reply, { route }) => {
      const headers = { ...reply.headers, 'access-control-allow-origin': origin };
      if (!route.startsWith('OPTIONS '))
        return reply.status < 300 || refusals ? { ...reply, headers } : reply;
      const allowed = { 'access-control-allow-headers': 'Authorization, Content-Type' };
      return { status: 204, headers: { ...headers, ...allowed, ...preflight } };
    });

/** Sends the cart with an ETag, and confirms a cart with the same one, unless the request wants a new copy. */
export const taggingCarts = (tagOf: (lines: unknown[]) => unknown) => (shop: GoodBackend) =>
  shop.onSuccess('GET /cart', (reply, { headers }) => {
    const etag = `"${encodeURIComponent(`${tagOf(reply.body as unknown[])}`)}"`;
    const isSame = headers['if-none-match'] === etag && headers['cache-control'] !== 'no-cache';
    return isSame ? { status: 304 } : { ...reply, headers: { etag } };
  });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON web token. Without a secret, one that nobody has signed. */
export function jwt(claims: object, secret?: string): string {
  const isSigned = secret !== undefined;
  const text = `${encode({ alg: isSigned ? 'HS256' : 'none', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${isSigned ? createHmac('sha256', secret).update(text).digest('base64url') : ''}`;
}

/** Issues JSON web tokens, signed with a secret that nobody can guess. */
export function issueJwts(shop: GoodBackend) {
  let count = 0;
  shop.newToken = ({ email }) => jwt({ email, nth: ++count }, '5d0c7b1fd7a94f1c9a52');
}
