import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { timeoutFor } from '../tests/support/pace';
import { demoAccount } from './demoAccount';
import { startServer } from './httpServer';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs `npm run mock` on a free port. `output` grows while the process prints. */
function run(...args: string[]) {
  // The tsx command would start a second process, which SIGKILL does not reach.
  const child = spawn(process.execPath, ['--import', 'tsx', 'mocks/cli.ts', ...args], {
    // Some shells set HOST, such as conda's, load a debugger, such as VS Code's, or make Node warn about certificates.
    env: {
      ...process.env,
      HOST: '',
      PORT: '0',
      NODE_OPTIONS: '',
      NODE_TLS_REJECT_UNAUTHORIZED: '1',
      NODE_EXTRA_CA_CERTS: '',
    },
  });
  children.push(child);
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  const server = { child, output: '', exitCode };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      server.output += text;
    });
  }
  return server;
}

/** Waits until the server is running, and returns the URL of its API. */
async function waitForApi(server: ReturnType<typeof run>): Promise<string> {
  return vi.waitFor(
    () => {
      const api = /http:\S+\/api/.exec(server.output)?.[0];
      if (!api) throw new Error(`The server has not started: ${server.output}`);
      return api;
    },
    { timeout: timeoutFor(15, 60) },
  );
}

const makeFile = (content = '') => {
  const path = join(mkdtempSync(join(tmpdir(), 'mock-')), 'data.json');
  if (content) writeFileSync(path, content);
  return path;
};

async function send(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
  const json = { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...(body !== undefined && json) });
  return { status: response.status, body: await response.json() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const ada = { name: 'Ada', email: 'ada@example.com', password: 'secret' };

test('allows any origin, keeps tokens out of its log, exits with 0 on SIGTERM and keeps its state in a file', async () => {
  const data = makeFile();
  const server = run('--data', data);
  const api = await waitForApi(server);
  const { token } = (await send('POST', `${api}/auth/login`, demoAccount)).body;
  const [item] = (await send('GET', `${api}/items?category=Books`)).body;
  await send('POST', `${api}/cart/add`, { itemId: item._id, quantity: 2 }, bearer(token));
  const preflight = await fetch(`${api}/cart`, {
    method: 'OPTIONS',
    headers: { origin: 'http://elsewhere.example' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect((await fetch(`${api}/items`)).headers.get('cache-control')).toBe('no-store');
  expect(server.output).toMatch(/GET \/items\?category=Books → 200, \d+ ms/);
  expect(server.output).not.toContain(token);
  server.child.kill('SIGTERM');
  // Windows has no signals: it ends the process.
  expect(await server.exitCode).toBe(process.platform === 'win32' ? null : 0);

  // What a crash while writing leaves behind.
  writeFileSync(`${data}.new`, '{"users": [');
  const restarted = await waitForApi(run('--data', data));
  const { body: cart } = await send('GET', `${restarted}/cart`, undefined, bearer(token));
  expect(cart).toEqual([{ item: { _id: item._id, name: item.name, price: item.price }, quantity: 2 }]);
}, 60_000);

test('--scenario NAME:OPERATION applies to one operation; offline closes the connection', async () => {
  const api = await waitForApi(run('--scenario', 'offline:getItems'));
  await expect(fetch(`${api}/items`)).rejects.toThrow();
  expect((await fetch(`${api}/cart`)).status).toBe(401);
}, 60_000);

test('/mock controls scenario, latency and state', async () => {
  const items = [
    { _id: 'tea', name: 'Tea', description: '', category: 'Drinks', price: 4.5 },
    { _id: 'cup', name: 'Cup', description: '', category: 'Dishes', price: 9 },
  ];
  // As Windows programs save it: with a byte order mark and CRLF
  const file = `\ufeff${JSON.stringify(items, null, 2).replaceAll('\n', '\r\n')}`;
  const api = await waitForApi(run('--items', makeFile(file)));
  const mock = new URL('/mock', api).href;
  const getItems = () => send('GET', `${api}/items`);
  const getCart = () => send('GET', `${api}/cart`, undefined, bearer('t1'));
  expect(await getItems()).toEqual({ status: 200, body: items });

  // Settings
  const settings = await send('PATCH', mock, { scenario: 'server-error:getItems', latency: 5 });
  expect(settings.body).toEqual({ scenario: 'server-error:getItems', latency: 5 });
  expect((await getItems()).status).toBe(500);
  expect((await send('GET', mock)).body.calls[0]).toMatchObject({ call: 'GET /items', status: 500 });
  expect((await send('PATCH', mock, { scenario: 'normal' })).body.scenario).toBe('normal');

  // State
  expect((await send('GET', `${mock}/state`)).body.users).toHaveLength(1);
  const carts = { [ada.email]: [{ itemId: 'cup', quantity: 2 }] };
  const tokens = { t1: ada.email };
  const seeded = await send('PUT', `${mock}/state`, { users: [ada], carts, tokens });
  expect(seeded.body).toMatchObject({ users: [{ name: 'Ada', email: ada.email }], carts, tokens });
  // As it is, without the password.
  expect(JSON.stringify(seeded.body)).not.toContain(ada.password);
  expect((await send('PUT', `${mock}/state`, seeded.body)).body).toEqual(seeded.body);
  expect((await getCart()).body).toEqual([{ item: { _id: 'cup', name: 'Cup', price: 9 }, quantity: 2 }]);
  expect((await send('POST', `${api}/auth/login`, ada)).status).toBe(200);

  // Invalid requests
  const invalidRequests: [string, string, unknown, RegExp][] = [
    ['PATCH', '', { scenario: 'slwo' }, /no scenario "slwo"\. Choose one of: normal, slow/],
    ['PATCH', '', { latency: '3' }, /body\/latency must be number/],
    ['PATCH', '', { latency: -1 }, /body\/latency must be >= 0/],
    ['PATCH', '', { speed: 3 }, /body must NOT have additional properties/],
    ['PUT', '/state', undefined, /body must be object/],
    ['PUT', '/state', { carts: { 'bob@example.com': [] } }, /no user "bob@example.com"/],
    ['PUT', '/state', { tokens: { t2: 'bob@example.com' } }, /no user "bob@example.com"/],
    [
      'PUT',
      '/state',
      { users: [ada, { ...ada, email: ada.email.toUpperCase() }] },
      /Two users have the same email/,
    ],
    [
      'PUT',
      '/state',
      { users: [ada], carts: { [ada.email]: [{ itemId: 'pot', quantity: 1 }] } },
      /item "pot"/,
    ],
    [
      'PUT',
      '/state',
      { users: [{ name: 'Ada', password: 'x' }] },
      /users\/0 must have required property 'email'/,
    ],
    [
      'PUT',
      '/state',
      { users: [{ name: 'Ada', email: 'a@b.c' }] },
      /users\/0 must have required property 'password'/,
    ],
    ['POST', '/state', {}, /There is no POST \/mock\/state\. Use one of: GET \/mock,/],
  ];
  for (const [method, path, body, message] of invalidRequests) {
    expect((await send(method, `${mock}${path}`, body)).body.message).toMatch(message);
  }
  // The invalid requests have changed nothing.
  expect((await getCart()).body).toHaveLength(1);

  const { body: reset } = await send('DELETE', `${mock}/state`);
  expect(reset).toMatchObject({ users: [{ email: 'demo@example.com' }], carts: {}, tokens: {} });
}, 60_000);

test('many-items: the additional items can be filtered, be in a seeded cart and be added to it', async () => {
  const api = await waitForApi(run('--scenario', 'many-items'));
  const { body: books } = await send('GET', `${api}/items?category=books&priceMax=12`);
  expect(books.length).toBeGreaterThan(100);
  for (const { category, price } of books) expect([category, price <= 12]).toEqual(['Books', true]);
  const { _id: itemId } = books.at(-1);
  const seed = {
    users: [ada],
    carts: { [ada.email]: [{ itemId, quantity: 2 }] },
    tokens: { t1: ada.email },
  };
  expect((await send('PUT', new URL('/mock/state', api).href, seed)).status).toBe(200);
  await send('POST', `${api}/cart/add`, { itemId }, bearer('t1'));
  const { body: cart } = await send('GET', `${api}/cart`, undefined, bearer('t1'));
  expect(cart).toMatchObject([{ item: { _id: itemId }, quantity: 3 }]);
}, 60_000);

test('--help lists the options and the scenarios', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await startServer(['--help'], {});
  const help = log.mock.calls.join('\n');
  for (const words of ['PORT', 'HOST', '--data FILE', '--items FILE', '--scenario NAME', 'many-items']) {
    expect(help).toContain(words);
  }
});

test('an invalid option prints one line and exits with 2', async () => {
  const server = run('--scenario', 'slwo');
  expect(await server.exitCode).toBe(2);
  expect(server.output).toMatch(/^There is no scenario "slwo"\. Choose one of: normal, slow, .*\n$/);
}, 60_000);

const notJson = makeFile('my shopping list');

test.each([
  [[], { PORT: 'http' }, 'PORT is "http". Use a number from 0 to 65535.'],
  [['--data', notJson], {}, 'data.json: This is not a valid state of the mock backend.'],
  [['--data', tmpdir()], {}, `${tmpdir()}: `],
  [['--data', '/no/such/folder/data.json'], {}, 'data.json: the folder does not exist or is not writable.'],
  [['--items', notJson], {}, 'data.json: the items cannot be read.'],
  [['--items', 'package.json'], {}, 'package.json: the items do not match openapi.yaml. getItems: '],
  [['--colour'], {}, "Unknown option '--colour'"],
])('rejects the arguments %j in the environment %j', async (args, env, message) => {
  await expect(startServer(args, { PORT: '0', ...env })).rejects.toThrow(message);
  expect(readFileSync(notJson, 'utf8')).toBe('my shopping list');
});

test('rejects a port that is in use, and a host of another machine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(startServer([], { PORT: `${port}` })).rejects.toThrow(`Port ${port}: listen EADDRINUSE`);
  other.close();
  await expect(startServer([], { HOST: '192.0.2.7', PORT: '0' })).rejects.toThrow(
    'Choose another port or host.',
  );
});
