import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { apiHeaders, assetCache, type HeaderMap } from '../../tools/vite/headers';
import { ask } from '../support/ask';
import { expect, test } from '../support/deployFixtures';

const asset = `/assets/${readdirSync('dist/assets').find((file) => file.endsWith('.js'))}`;

/** What the build says that every file is sent with. */
const [everyFile = ''] = readFileSync('dist/.deploy/headers.txt', 'utf8').split('\n\n');
const pageHeaders: HeaderMap = Object.fromEntries(
  [...everyFile.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

const lowerCase = (headers: HeaderMap) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

type ResponseClass = { calls: string[]; status: number; type: string; cache?: string; headers?: HeaderMap };

const responseClasses: Record<string, ResponseClass> = {
  'a page': {
    calls: [
      'GET /',
      'HEAD /',
      'GET /items',
      'GET /items/',
      'GET /items?category=Books',
      'GET /cart',
      'GET /login',
      'GET /signup',
    ],
    status: 200,
    type: 'text/html; charset=utf-8',
    cache: 'no-cache',
    headers: pageHeaders,
  },
  'the 404 page': {
    calls: [
      'GET /nothing',
      'HEAD /nothing',
      'GET /items/nothing',
      'GET /favicon.ico',
      'GET /apis',
      'GET /404',
      'GET /404.html',
      'GET /index.html',
      'GET /items.html',
      'GET /foo.html',
      'GET /Items',
      'GET /CART',
      'GET /.git/config',
      'GET /.deploy/nginx.conf',
      'GET /_headers',
    ],
    status: 404,
    type: 'text/html; charset=utf-8',
    cache: 'no-cache',
    headers: pageHeaders,
  },
  'an asset': {
    calls: [`GET ${asset}`, `HEAD ${asset}`],
    status: 200,
    type: 'application/javascript; charset=utf-8',
    cache: assetCache,
    headers: pageHeaders,
  },
  'no file': {
    calls: ['GET /assets/index-gone.js', 'GET /assets/', 'GET /api', `GET ${asset}.map`],
    status: 404,
    type: 'text/plain',
    cache: 'no-cache',
    headers: pageHeaders,
  },
  'a method that pages do not know': {
    calls: ['POST /', 'POST /login', 'PUT /items', 'DELETE /nothing', 'PATCH /items', 'OPTIONS /', 'ODD /'],
    status: 405,
    type: 'text/html; charset=utf-8',
    cache: 'no-cache',
    headers: pageHeaders,
  },
  'a method that nothing knows': { calls: ['TRACE /', 'TRACE /api/items'], status: 405, type: 'text/html' },
  'a path out of the store': {
    calls: ['GET /../server.conf', 'GET /..%2f..%2fserver.conf', 'GET /%00'],
    status: 400,
    type: 'text/html',
  },
  'an API answer': {
    calls: ['GET /api/items?category=Books'],
    status: 200,
    type: 'application/json',
    cache: 'no-store',
    headers: apiHeaders,
  },
  'an API refusal': {
    calls: ['GET /api/cart', 'POST /api/cart/add'],
    status: 401,
    type: 'application/json',
    cache: 'no-store',
    headers: apiHeaders,
  },
  'an API path that the backend does not know': {
    calls: ['GET /api/nothing', 'GET /api/'],
    status: 404,
    type: 'application/json',
    cache: 'no-store',
    headers: apiHeaders,
  },
  'a method that the API does not know': {
    calls: ['DELETE /api/cart', 'OPTIONS /api/items'],
    status: 405,
    type: 'text/html',
    cache: 'no-store',
    headers: apiHeaders,
  },
};

for (const [name, { calls, status, type, cache, headers = {} }] of Object.entries(responseClasses)) {
  for (const call of calls) {
    test(`${call} is ${name}: ${status}`, async ({ store }) => {
      const answer = await ask(store.url, call);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['cache-control']).toBe(cache);
      expect(answer.headers.server).toBe('nginx');
      expect(answer.headers).toMatchObject(lowerCase(headers));
    });
  }
}

for (const [path, target] of [
  ['//', '/'],
  ['//items', '/items'],
  ['///login', '/login'],
  ['//items?category=//Books', '/items?category=//Books'],
  ['/items//', '/items/'],
  ['//nothing', '/nothing'],
  // A browser reads // and /\\ at the start of an address as another host.
  ['//evil.example', '/evil.example'],
  ['///evil.example//items', '/evil.example//items'],
  ['/\\evil.example', '/evil.example'],
  ['//\\/evil.example', '/evil.example'],
]) {
  test(`GET ${path} is redirected to ${target}`, async ({ store }) => {
    const { status, headers } = await ask(store.url, `GET ${path}`);
    expect(status).toBe(308);
    expect(headers.location).toBe(target);
    expect(headers).toMatchObject(lowerCase(pageHeaders));
  });
}

for (const [accepted, suffix] of [
  ['br, gzip', 'br'],
  ['gzip', 'gz'],
  ['identity', ''],
] as const) {
  test(`a browser that accepts ${accepted} is sent the build's copy`, async ({ store }) => {
    for (const [address, file] of [
      ['/items', 'items.html'],
      [asset, asset],
      ['/nothing', '404.html'],
    ]) {
      const { body, headers } = await ask(store.url, `GET ${address}`, { 'accept-encoding': accepted });
      expect(body.equals(readFileSync(`dist/${file}${suffix && `.${suffix}`}`))).toBe(true);
      expect(headers['content-encoding']).toBe({ br: 'br', gz: 'gzip', '': undefined }[suffix]);
      expect(headers.vary).toBe('Accept-Encoding');
    }
  });
}

test('a page that has not changed is answered 304, still under the policy', async ({ store }) => {
  const { headers } = await ask(store.url, 'GET /items');
  const again = await ask(store.url, 'GET /items', { 'if-none-match': headers.etag });
  expect(again.status).toBe(304);
  expect(again.headers).toMatchObject(lowerCase(pageHeaders));
});

test('a long list of the API is compressed on its way', async ({ store }) => {
  const { headers, body } = await ask(store.url, 'GET /api/items', { 'accept-encoding': 'gzip' });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(JSON.parse(String(gunzipSync(body)))).toHaveLength(60);
});

test('a body over 16 kB is refused, and the backend does not see it', async ({ store }) => {
  const body = JSON.stringify({ email: 'a'.repeat(17_000) });
  const { status } = await ask(
    store.url,
    'POST /api/auth/login',
    { 'content-type': 'application/json' },
    body,
  );
  expect(status).toBe(413);
  expect(store.backend.calls()).toEqual([]);
});

test('the token reaches the backend and no log', async ({ store }) => {
  const token = 'a-token-that-nobody-may-read';
  const call = 'GET /api/cart';
  expect((await ask(store.url, call, { authorization: `Bearer ${token}` })).status).toBe(401);
  expect(store.backend.calls()).toContainEqual({ call, authorization: `Bearer ${token}` });
  await expect.poll(store.log).toContain('GET /api/cart 401');
  expect(store.log()).not.toContain(token);
});

test('without a backend the API answers 503 with JSON, and the pages are there', async ({ store }) => {
  await store.backend.stop();
  const { status, headers, body } = await ask(store.url, 'GET /api/items');
  expect(status).toBe(503);
  expect(headers).toMatchObject({ ...lowerCase(apiHeaders), 'content-type': 'application/json' });
  expect(JSON.parse(String(body))).toEqual({ message: 'The backend does not respond.' });
  expect((await ask(store.url, 'GET /items')).status).toBe(200);
  await store.backend.start();
  expect((await ask(store.url, 'GET /api/items')).status).toBe(200);
});

test('static hosts are told the same headers as nginx', () => {
  const lines = readFileSync('dist/_headers', 'utf8').split('\n');
  const expected = Object.entries(pageHeaders).map(([name, value]) => `  ${name}: ${value}`);
  expect(lines).toEqual(['/*', ...expected, '/assets/*', `  Cache-Control: ${assetCache}`, '']);
  // Cloudflare Pages ignores longer ones.
  expect(lines.filter((line) => line.length > 2000)).toEqual([]);
});
