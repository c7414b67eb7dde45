import { expect, test, vi } from 'vitest';
import { expectInConsole } from '../tests/support/console';
import { contract } from '../tests/support/network';
import { makeBackend } from './backend';
import { catalogue } from './catalogue';
import { openDb, readState, type Storage } from './db';
import { demoAccount } from './demoAccount';
import { operations } from './operations';

const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

function memory(state: string | null = null): Storage & { state: string | null } {
  return {
    state,
    load() {
      return this.state;
    },
    save(next) {
      this.state = next;
    },
  };
}

test('two first calls at once begin with one state', async () => {
  const storage = memory();
  const opened = [openDb(storage, []), openDb(storage, [])];
  const db = await Promise.race(opened);
  db.addUser({ id: '1', name: 'Ada', email: account.email, salt: '', passwordHash: '' });
  await Promise.all(opened);
  expect(db.findUser(account.email)).toBeDefined();
});

test('the API may be under another path', async () => {
  const { handle } = makeBackend({ contract, base: '/backend/v1' });
  const statusOf = async (path: string) => (await handle(new Request(`http://localhost${path}`))).status;
  expect(await statusOf('/backend/v1/items')).toBe(200);
  expect(await statusOf('/api/items')).toBe(404);
});

/** A client of a backend that keeps its state in `storage`. */
function connect(storage: Storage = memory()) {
  const backend = makeBackend({ contract, storage });
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await backend.handle(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  const logIn = async (who: { email: string; password: string } = demoAccount) =>
    (await call('POST', '/auth/login', { email: who.email, password: who.password })).body.token as string;
  return { backend, call, logIn };
}

const mug = catalogue[0]?._id;

test('there are about 60 items in 8 categories, each fit for the contract', async () => {
  const { body } = await connect().call('GET', '/items');
  expect(body).toEqual(catalogue);
  expect(new Set(catalogue.map(({ _id }) => _id)).size).toBe(60);
  expect(new Set(catalogue.map(({ category }) => category)).size).toBe(8);
});

test('filters are inclusive, joined by AND, and take no notice of case', async () => {
  const { body } = await connect().call('GET', '/items?priceMin=12&priceMax=18.25&category=bOOKS');
  const names = body.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['Letters to a Lighthouse', 'Small Cities', 'The Quiet Garden']);
});

test('a signup logs in; the same email in other letters is known already', async () => {
  const { call } = connect();
  const { status, body } = await call('POST', '/auth/signup', account);
  expect([status, (await call('GET', '/cart', undefined, body.token)).body]).toEqual([200, []]);
  expect((await call('POST', '/auth/signup', { ...account, email: 'ADA@example.com' })).status).toBe(409);
});

test('a wrong password and an unknown email are refused', async () => {
  const { call } = connect();
  expect((await call('POST', '/auth/login', { email: demoAccount.email, password: 'wrong' })).status).toBe(
    401,
  );
  expect((await call('POST', '/auth/login', { email: 'nobody@example.com', password: 'x' })).status).toBe(
    401,
  );
});

test('adding twice adds up, the default quantity is 1, and removing takes the whole line', async () => {
  const { call, logIn } = connect();
  const token = await logIn();
  await call('POST', '/cart/add', { itemId: mug, quantity: 2 }, token);
  await call('POST', '/cart/add', { itemId: mug }, token);
  const item = { _id: mug, name: 'Stoneware Mug', price: 18.5 };
  expect((await call('GET', '/cart', undefined, token)).body).toEqual([{ item, quantity: 3 }]);
  expect((await call('POST', '/cart/remove', { itemId: mug }, token)).status).toBe(200);
  expect((await call('GET', '/cart', undefined, token)).body).toEqual([]);
  expect((await call('POST', '/cart/add', { itemId: 'unknown' }, token)).status).toBe(404);
});

test('cart calls without a token or with an unknown one are refused', async () => {
  const { call } = connect();
  for (const token of [undefined, 'unknown', '__proto__', 'constructor']) {
    expect((await call('GET', '/cart', undefined, token)).status).toBe(401);
    expect((await call('POST', '/cart/add', { itemId: mug }, token)).status).toBe(401);
    expect((await call('POST', '/cart/remove', { itemId: mug }, token)).status).toBe(401);
  }
});

test.each([
  [
    'POST',
    '/auth/signup',
    { name: 'Ada', email: 'ada@example.com' },
    "signup: the value must have required property 'password'",
  ],
  [
    'POST',
    '/auth/signup',
    { ...account, email: 'none' },
    'signup: /email must match format "email" (openapi.yaml: format "email"), but is "none"',
  ],
  ['POST', '/auth/login', 'text', 'login: the value must be object'],
  [
    'POST',
    '/cart/add',
    { itemId: 'a', quantity: '2' },
    'addToCart: /quantity must be integer (openapi.yaml: type "integer"), but is "2"',
  ],
  ['POST', '/cart/add', { itemId: 'a', quantity: 0 }, 'addToCart: /quantity must be >= 1'],
  ['POST', '/cart/remove', {}, "removeFromCart: the value must have required property 'itemId'"],
  [
    'GET',
    '/items?priceMin=cheap',
    undefined,
    'getItems: /priceMin must be number (openapi.yaml: type "number"), but is "cheap"',
  ],
])('%s %s with a body that the contract refuses says why', async (method, path, body, message) => {
  const { call, logIn } = connect();
  const answer = await call(method, path, body, await logIn());
  expect(answer.status).toBe(422);
  expect(answer.body.message).toContain(message);
});

test('an operation that openapi.yaml does not have is a 404', async () => {
  const { call } = connect();
  expect((await call('GET', '/orders')).body.message).toBe('openapi.yaml has no GET /orders.');
  expect((await call('DELETE', '/cart')).status).toBe(404);
});

test('an answer that has drifted from the contract is a loud 500 that names operation, field and both values', async () => {
  vi.spyOn(operations, 'getItems').mockReturnValue([
    { ...(catalogue[0] as (typeof catalogue)[number]), price: '12' as unknown as number },
  ]);
  const error = expectInConsole('error', /^The mock/);
  const { status, body } = await connect().call('GET', '/items');
  const misfit = 'getItems: /0/price must be number (openapi.yaml: type "number"), but is "12"';
  expect([status, body.message]).toEqual([500, misfit]);
  expect(error).toHaveBeenCalledExactlyOnceWith(`The mock's answer does not fit openapi.yaml. ${misfit}`);
});

test('users, tokens and carts survive a restart; passwords are not stored', async () => {
  const storage = memory();
  const before = connect(storage);
  const { token } = (await before.call('POST', '/auth/signup', account)).body;
  await before.call('POST', '/cart/add', { itemId: mug }, token);
  const after = connect(memory(storage.state));
  expect((await after.call('GET', '/cart', undefined, token)).body).toHaveLength(1);
  expect(await after.logIn(account)).toMatch(/^mock_/);
  for (const { password } of [account, demoAccount]) expect(storage.state).not.toContain(password);
});

test.each([
  '',
  'null',
  '{}',
  '{"users":[null],"tokens":{},"carts":{}}',
  '{"users":[],"tokens":{},"carts":{"a":7}}',
])('a stored text that is no state (%s) is named as such', (text) => {
  expect(() => readState(text)).toThrow('This is no state of the mock backend.');
});

test('a failure of the mock itself is a 500 that says so', async () => {
  expectInConsole('error', /^The mock/);
  const storage = {
    load: () => null,
    save: () => {
      throw new Error('The disk is full.');
    },
  };
  const { status, body } = await connect(storage).call('GET', '/items');
  expect([status, body.message]).toEqual([500, 'The mock failed: The disk is full.']);
});

test('a flaky cart fails at the first of every two calls, always', async () => {
  const { backend, call, logIn } = connect();
  const token = await logIn();
  await call('GET', '/cart', undefined, token);
  backend.use('flaky-cart');
  const statuses = [];
  for (let nth = 0; nth < 4; nth++) statuses.push((await call('GET', '/cart', undefined, token)).status);
  expect(statuses).toEqual([503, 200, 503, 200]);
  expect((await call('GET', '/items')).status).toBe(200);
});

test('every call is reported with its status and whether it fits the contract', async () => {
  const reports: unknown[] = [];
  const backend = makeBackend({ contract, onCall: ({ ms, ...report }) => reports.push(report) });
  const get = () => backend.handle(new Request('http://localhost/api/items?category=Books'));
  await get();
  backend.use('html-instead-of-json:getItems');
  await get();
  backend.use('offline');
  expect((await get()).type).toBe('error');
  const call = 'GET /items?category=Books';
  expect(reports).toEqual([
    { id: 'getItems', call, status: 200, misfit: undefined },
    {
      id: 'getItems',
      call,
      status: 200,
      misfit: expect.stringContaining('getItems: the answer is no JSON: <!doctype html>'),
    },
    { id: 'getItems', call, status: 0, misfit: undefined },
  ]);
});
