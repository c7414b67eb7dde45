import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ceiling } from '../tests/support/pace';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Runs `npm run mock`'s program; `output` grows with what it prints. */
function run(args: string[] = [], env: Record<string, string> = {}) {
  // Not by tsx's own command: it would be killed alone.
  const child = spawn(process.execPath, ['--import', 'tsx', 'mocks/server.ts', ...args], {
    env: { ...process.env, PORT: '0', ...env },
  });
  running.push(child);
  const server = { child, output: '', exit: new Promise<number | null>((done) => child.once('close', done)) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (server.output += text));
  return server;
}

/** The same in this process, for what ends before it listens: most of a process's time goes by until it reads its arguments. */
async function runHere(args: string[], env: Record<string, string>) {
  const ended = new Error('The program has ended.');
  const say = vi.spyOn(console, 'error').mockImplementation(() => {});
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw ended;
  });
  const { argv } = process;
  process.argv = ['node', 'mocks/server.ts', ...args];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  await expect(import('./server')).rejects.toBe(ended);
  vi.unstubAllEnvs();
  process.argv = argv;
  const result = [exit.mock.calls[0]?.[0], say.mock.calls.map(([line]) => `${line}\n`).join('')];
  vi.restoreAllMocks();
  return result;
}

/** The API's address once the server listens. */
async function listening(server: ReturnType<typeof run>): Promise<string> {
  return vi.waitFor(
    () => {
      const address = /http:\S+\/api/.exec(server.output)?.[0];
      if (!address) throw new Error(`The server does not listen: ${server.output}`);
      return address;
    },
    { timeout: ceiling(15, 60) },
  );
}

const dataFile = () => join(mkdtempSync(join(tmpdir(), 'mock-')), 'data.json');

const post = async (url: string, body: object, token = '') =>
  (
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  ).json();

test('serves the operations to any origin, logs the calls, keeps the state in a file and stops cleanly', async () => {
  const data = dataFile();
  const first = run(['--data', data]);
  const api = await listening(first);
  const { token } = await post(`${api}/auth/signup`, {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'x',
  });
  const [item] = await (await fetch(`${api}/items?category=Books`)).json();
  await post(`${api}/cart/add`, { itemId: item._id, quantity: 2 }, token);
  const preflight = await fetch(`${api}/cart`, {
    method: 'OPTIONS',
    headers: { origin: 'http://elsewhere.example' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(first.output).toMatch(/GET \/items\?category=Books → 200, \d+ ms/);
  expect(first.output).not.toContain(token);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);

  // Killed in the middle of a write: the half-written file beside it counts for nothing.
  writeFileSync(`${data}.new`, '{"users": [');
  const second = await listening(run(['--data', data]));
  const cart = await (
    await fetch(`${second}/cart`, { headers: { authorization: `Bearer ${token}` } })
  ).json();
  expect(cart).toEqual([{ item: { _id: item._id, name: item.name, price: item.price }, quantity: 2 }]);
}, 60_000);

test('a scenario holds over HTTP: offline breaks the connection off', async () => {
  const api = await listening(run(['--scenario', 'offline:getItems']));
  await expect(fetch(`${api}/items`)).rejects.toThrow();
  expect((await fetch(`${api}/cart`)).status).toBe(401);
}, 60_000);

const send = async (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) => {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...text });
  return { status: response.status, body: await response.json() };
};

test('is steered over HTTP: scenario and latency, users and carts, and what a single call prefers', async () => {
  const catalogue = [
    { _id: 'tea', name: 'Tea', description: '', category: 'Drinks', price: 4.5 },
    { _id: 'cup', name: 'Cup', description: '', category: 'Dishes', price: 9 },
  ];
  const items = dataFile();
  writeFileSync(items, JSON.stringify(catalogue));
  const api = await listening(run(['--items', items]));
  const mock = new URL('/mock', api).href;
  expect(await send('GET', `${api}/items`)).toEqual({ status: 200, body: catalogue });

  const set = await send('PATCH', mock, { scenario: 'server-error:getItems', latency: 5 });
  expect(set.body).toMatchObject({ scenario: 'server-error:getItems', latency: 5 });
  expect((await send('GET', `${api}/items`)).status).toBe(500);
  expect((await send('GET', `${api}/items`, undefined, { prefer: 'scenario=no-items' })).body).toEqual([]);
  expect((await send('GET', `${api}/items`, undefined, { prefer: 'code=200' })).body).toEqual(catalogue);
  expect((await send('GET', `${api}/items`, undefined, { prefer: 'code=418, latency=1' })).status).toBe(418);
  expect((await send('GET', mock)).body.calls[0]).toMatchObject({ call: 'GET /items', status: 418 });
  expect((await send('PATCH', mock, { scenario: 'normal' })).body.scenario).toBe('normal');

  expect((await send('GET', `${mock}/state`)).body.users).toHaveLength(1);
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'secret' };
  const carts = { 'ada@example.com': [{ itemId: 'cup', quantity: 2 }] };
  const seeded = await send('PUT', `${mock}/state`, { users: [ada], carts, tokens: { t1: ada.email } });
  expect(seeded.body).toEqual({
    users: [{ name: 'Ada', email: 'ada@example.com' }],
    carts,
    tokens: { t1: 'ada@example.com' },
  });
  const line = { item: { _id: 'cup', name: 'Cup', price: 9 }, quantity: 2 };
  expect((await send('GET', `${api}/cart`, undefined, { authorization: 'Bearer t1' })).body).toEqual([line]);
  expect((await send('POST', `${api}/auth/login`, ada)).status).toBe(200);

  const refused: [string, string, unknown, RegExp][] = [
    ['PATCH', '', { scenario: 'slwo' }, /no scenario "slwo"\. Choose one of: normal, slow/],
    ['PATCH', '', { latency: '3' }, /latency is "3"; give milliseconds, 0 or more/],
    ['PATCH', '', { latency: -1 }, /latency is -1; give milliseconds, 0 or more/],
    ['PATCH', '', { speed: 3 }, /no setting "speed"/],
    ['PUT', '/state', { carts: { 'bob@example.com': [] } }, /no user "bob@example.com"/],
    [
      'PUT',
      '/state',
      { users: [ada], carts: { [ada.email]: [{ itemId: 'pot', quantity: 1 }] } },
      /item "pot"/,
    ],
    ['PUT', '/state', { users: [{ name: 'Ada' }] }, /list of \{"name"/],
    ['POST', '/state', {}, /There is no POST \/mock\/state, only: GET \/mock,/],
  ];
  for (const [method, path, body, message] of refused)
    expect((await send(method, `${mock}${path}`, body)).body.message).toMatch(message);
  for (const [prefer, message] of [
    ['scenario=slwo', /There is no scenario "slwo"/],
    ['code=503, scenario=slow', /code and scenario, and only one of them can be: choose one/],
    ['code=503; code=200', /code twice: choose one/],
    ['latency=-1', /latency is -1; give milliseconds, 0 or more/],
    ['speed=3', /Choose code=400 to 599/],
  ] as const) {
    const { status, body } = await send('GET', `${api}/items`, undefined, { prefer });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  }
  const onlyCart = { prefer: 'scenario=server-error:getCart', authorization: 'Bearer t1' };
  expect((await send('GET', `${api}/items`, undefined, onlyCart)).status).toBe(200);
  expect((await send('GET', `${api}/cart`, undefined, onlyCart)).status).toBe(500);

  const { body } = await send('DELETE', `${mock}/state`);
  expect(body).toMatchObject({ users: [{ email: 'demo@example.com' }], carts: {}, tokens: {} });
}, 60_000);

test('10,000 items are filtered, added and seeded like any others', async () => {
  const api = await listening(run(['--scenario', 'many-items']));
  const { body } = await send('GET', `${api}/items?category=books&priceMax=12`);
  expect(body.length).toBeGreaterThan(100);
  for (const { category, price } of body) expect([category, price <= 12]).toEqual(['Books', true]);
  const { _id: itemId } = body.at(-1);
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'secret' };
  const carts = { [ada.email]: [{ itemId, quantity: 2 }] };
  const state = new URL('/mock/state', api).href;
  expect((await send('PUT', state, { users: [ada], carts, tokens: { t1: ada.email } })).status).toBe(200);
  await post(`${api}/cart/add`, { itemId }, 't1');
  const cart = await send('GET', `${api}/cart`, undefined, { authorization: 'Bearer t1' });
  expect(cart.body).toMatchObject([{ item: { _id: itemId }, quantity: 3 }]);
});

test('--help says what it takes', async () => {
  const server = run(['--help']);
  expect(await server.exit).toBe(0);
  for (const words of ['PORT', 'HOST', '--data FILE', '--items FILE', '--scenario NAME', 'many-items'])
    expect(server.output).toContain(words);
});

test('bad input is one clear line and exit code 2, and nothing is overwritten', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const broken = dataFile();
  writeFileSync(broken, 'my shopping list');
  const onTaken = run([], { PORT: `${port}` });
  expect(await onTaken.exit).toBe(2);
  expect(onTaken.output).toMatch(/^Port \d+ is taken\. Set PORT to another one\.\n$/);
  const wrong = run(['--scenario', 'slwo']);
  expect(await wrong.exit).toBe(2);
  expect(wrong.output).toMatch(/^There is no scenario "slwo"\. Choose one of: normal, slow, .*\n$/);
  const cases: [string[], Record<string, string>, RegExp][] = [
    [[], { PORT: 'http' }, /^PORT is "http"; use a number from 0 to 65535\.\n$/],
    [
      ['--data', broken],
      {},
      /data\.json: This is no state of the mock backend\. Delete it or name another file\.\n$/,
    ],
    [
      ['--data', '/no/such/folder/data.json'],
      {},
      /^\/no\/such\/folder\/data\.json: its folder is not there .*\n$/,
    ],
    [['--items', broken], {}, /data\.json: no items can be read there .*\n$/],
    [['--items', 'package.json'], {}, /^package\.json: the items do not fit openapi\.yaml\. getItems: .*\n$/],
    [['--colour'], {}, /^There is no --colour here, only: --data, --items, --scenario, --help\.\n$/],
    [['--data'], {}, /^--data needs a value\.\n$/],
    [['--data', '--items'], {}, /^--data needs a value\.\n$/],
    [['--scenario', 'slow', '--scenario', 'hang'], {}, /^--scenario is given twice: give it once\.\n$/],
    [['slow'], {}, /^"slow" is one argument too many\.\n$/],
    [['--help=1'], {}, /^--help takes no value\.\n$/],
  ];
  for (const [args, env, line] of cases)
    expect(await runHere(args, env)).toEqual([2, expect.stringMatching(line)]);
  taken.close();
  expect(readFileSync(broken, 'utf8')).toBe('my shopping list');
}, 60_000);
