import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { allowInConsole } from '../tests/support/console';
import { contract } from '../tests/support/network';
import { makeBackend, memoryStorage } from './backend';
import { catalogue } from './catalogue';
import { openDb, parseState } from './db';
import { demoAccount } from './demoAccount';
import { type OperationId, operations } from './operations';

const mug = catalogue[0] as (typeof catalogue)[number];

/** A backend with the given storage, and a client of it. */
function connect(storage = memoryStorage()) {
  const backend = makeBackend({ contract, storage });
  async function call(method: string, path: string, body?: unknown, token?: string) {
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await backend.handle(request);
    return { status: response.status, body: await response.json() };
  }
  async function logIn({ email, password } = demoAccount): Promise<string> {
    return (await call('POST', '/auth/login', { email, password })).body.token;
  }
  return { backend, call, logIn };
}

test('has 60 items in 8 categories, with unique ids', async () => {
  const { body } = await connect().call('GET', '/items');
  expect(body).toEqual(catalogue);
  expect(new Set(catalogue.map(({ _id }) => _id)).size).toBe(60);
  expect(new Set(catalogue.map(({ category }) => category)).size).toBe(8);
});

test('a contract with an unknown match of a filter is refused', () => {
  const misspelled = contract.replace('match: equals', 'match: equal');
  expect(() => makeBackend({ contract: misspelled })).toThrow(
    'openapi.yaml: x-filter of category: match must be one of atLeast, atMost, equals, contains, not equal',
  );
});

// An API team sends them from Swagger UI or Postman.
test('accepts the first example of each request in openapi.yaml', async () => {
  const { paths } = parse(contract);
  const { call } = connect();
  const send = (path: string, token?: string) => {
    const { examples } = paths[path].post.requestBody.content['application/json'];
    return call('POST', path, Object.values<{ value: unknown }>(examples)[0]?.value, token);
  };
  const { token } = (await send('/auth/signup')).body;
  for (const path of ['/auth/login', '/cart/add', '/cart/remove']) {
    expect(await send(path, token), path).toMatchObject({ status: 200 });
  }
});

test('combines the filters with AND; price bounds are inclusive, the category ignores case', async () => {
  const { body } = await connect().call('GET', '/items?priceMin=12&priceMax=18.25&category=bOOKS');
  const names = body.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['Letters to a Lighthouse', 'Small Cities', 'The Quiet Garden']);
});

test.each([undefined, 'unknown', '__proto__', 'constructor'])('rejects the token %s', async (token) => {
  const { call } = connect();
  expect((await call('GET', '/cart', undefined, token)).status).toBe(401);
  expect((await call('POST', '/cart/add', { itemId: mug._id }, token)).status).toBe(401);
  expect((await call('POST', '/cart/remove', { itemId: mug._id }, token)).status).toBe(401);
});

test.each([
  [
    'POST',
    '/auth/login',
    { email: 'ada@example.com' },
    "login: the value must have required property 'password'",
  ],
  ['POST', '/auth/login', { email: 'none', password: 'x' }, 'login: /email must match format "email"'],
  ['POST', '/auth/login', 'text', 'login: the value must be object'],
  ['POST', '/cart/add', { itemId: 'a', quantity: '2' }, 'addToCart: /quantity must be integer'],
  ['POST', '/cart/add', { itemId: 'a', quantity: 0 }, 'addToCart: /quantity must be >= 1'],
  ['POST', '/cart/remove', {}, "removeFromCart: the value must have required property 'itemId'"],
  ['GET', '/items?priceMin=cheap', undefined, 'getItems: /priceMin must be number'],
])('%s %s explains with 422 how the request violates the contract', async (method, path, body, message) => {
  const { call, logIn } = connect();
  const response = await call(method, path, body, await logIn());
  expect(response.status).toBe(422);
  expect(response.body.message).toContain(message);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
  'refuses a body as %j, as most backends do',
  async (type) => {
    const { backend } = connect();
    const init = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(demoAccount) };
    const { status } = await backend.handle(new Request('http://localhost/api/auth/login', init));
    expect(status).toBe(415);
  },
);

test('parameters in the path are decoded and validated; a path without parameters comes first', async () => {
  const products = `paths:
  /products/{id}:
    get:
      operationId: getProduct
      parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 2 } }]
      responses: { "200": { description: A product. }, "4XX": { $ref: "#/components/responses/Refused" } }
  /products/new: { get: { operationId: getNewProducts, responses: { "200": { description: New ones. } } } }
`;
  const added = { getProduct: (id: string) => ({ id }), getNewProducts: () => [] };
  Object.assign(operations, added);
  onTestFinished(() => {
    for (const id of Object.keys(added)) delete operations[id as OperationId];
  });
  const backend = makeBackend({ contract: contract.replace('paths:\n', products) });
  const get = async (path: string) =>
    (await backend.handle(new Request(`http://localhost/api/products${path}`))).json();
  expect(await get('/a%2Fb%3Fc%20d%25%C3%A9')).toEqual({ id: 'a/b?c d%é' });
  expect((await get('/x')).message).toContain('getProduct: /id must NOT have fewer than 2 characters');
  expect(await get('/new')).toEqual([]);
  expect((await get('/a/b')).message).toBe('openapi.yaml has no GET /products/a/b.');
});

test('responds with 404 to an operation that is not in openapi.yaml', async () => {
  const { call } = connect();
  expect((await call('GET', '/orders')).body.message).toBe('openapi.yaml has no GET /orders.');
  expect((await call('DELETE', '/cart')).status).toBe(404);
});

test('serves the API at another base path', async () => {
  const { handle } = makeBackend({ contract, base: '/backend/v1' });
  const statusOf = async (path: string) => (await handle(new Request(`http://localhost${path}`))).status;
  expect(await statusOf('/backend/v1/items')).toBe(200);
  expect(await statusOf('/api/items')).toBe(404);
});

test("an operation's response that violates the contract becomes a 500 with the reason", async () => {
  vi.spyOn(operations, 'getItems').mockReturnValue([{ ...mug, price: '12' as unknown as number }]);
  const errors = allowInConsole('error', /^The mock/);
  const { status, body } = await connect().call('GET', '/items');
  const reason = 'getItems: /0/price must be number, but is "12"';
  expect([status, body.message]).toEqual([500, reason]);
  expect(errors()).toEqual([`The mock's response does not match openapi.yaml. ${reason}`]);
});

test('an exception in the mock becomes a 500 with its message', async () => {
  allowInConsole('error', /^The mock/);
  const storage = {
    load: () => null,
    save: () => {
      throw new Error('The disk is full.');
    },
  };
  const { status, body } = await connect(storage).call('GET', '/items');
  expect([status, body.message]).toEqual([500, 'The mock failed: The disk is full.']);
});

test('users, tokens and carts survive a restart, and passwords are not stored', async () => {
  const storage = memoryStorage();
  const before = connect(storage);
  const token = await before.logIn(demoAccount);
  await before.call('POST', '/cart/add', { itemId: mug._id }, token);
  const after = connect(storage);
  expect((await after.call('GET', '/cart', undefined, token)).body).toHaveLength(1);
  expect(await after.logIn(demoAccount)).toMatch(/^mock_/);
  expect(storage.load()).not.toContain(demoAccount.password);
});

test('two concurrent calls of openDb share one initial state', async () => {
  const storage = memoryStorage();
  const opened = [openDb(storage, []), openDb(storage, [])];
  const db = await Promise.race(opened);
  db.addUser({ id: '1', name: 'Ada', email: 'ada@example.com', salt: '', passwordHash: '' });
  await Promise.all(opened);
  expect(db.findUser('ada@example.com')).toBeDefined();
});

test.each([
  '',
  'null',
  '{}',
  '{"users":[null],"tokens":{},"carts":{}}',
  '{"users":[],"tokens":{},"carts":{"a":7}}',
])('rejects the stored state %j', (text) => {
  expect(() => parseState(text)).toThrow('This is not a valid state of the mock backend.');
});

test('flaky-cart fails calls 1, 3, 5, … of each cart operation, counted from when it is set', async () => {
  const { backend, call, logIn } = connect();
  const token = await logIn();
  await call('GET', '/cart', undefined, token);
  backend.use('flaky-cart');
  const statuses = [];
  for (let nth = 0; nth < 4; nth++) statuses.push((await call('GET', '/cart', undefined, token)).status);
  expect(statuses).toEqual([503, 200, 503, 200]);
  expect((await call('GET', '/items')).status).toBe(200);
});

test('reports each call with its status and its violation of the contract, and keeps the last ten', async () => {
  const onCall = vi.fn();
  const backend = makeBackend({ contract, onCall });
  const get = () => backend.handle(new Request('http://localhost/api/items?category=Books'));
  await get();
  backend.use('html-instead-of-json:getItems');
  await get();
  backend.use('offline');
  expect((await get()).type).toBe('error');
  const report = { id: 'getItems', call: 'GET /items?category=Books', ms: expect.any(Number) };
  const violation = 'getItems: the response is not JSON: <!doctype html><title>Welcome</title>';
  const reports = [
    { ...report, status: 200, violation: undefined },
    { ...report, status: 200, violation },
    { ...report, status: 0, violation: undefined },
  ];
  expect(onCall.mock.calls).toEqual(reports.map((expected) => [expected]));
  expect(backend.recentCalls).toEqual(reports.reverse());
  for (let i = 0; i < 8; i++) await get();
  expect(backend.recentCalls).toHaveLength(10);
});
