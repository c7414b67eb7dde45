import { readdirSync, readFileSync } from 'node:fs';
import { apiHeaders, type HeaderMap } from '../../tools/vite/headers';
import { expect, test } from '../support/deployFixtures';
import { rawRequest, sendText } from '../support/rawRequest';

const asset = `/assets/${readdirSync('dist/assets').find((file) => file.endsWith('.js'))}`;

const assetCacheControl = 'public, max-age=31536000, immutable';

/** The headers of every file, as the build writes them. policy.spec.ts states them. */
const pageHeaders: HeaderMap = JSON.parse(readFileSync('dist-deploy/headers.json', 'utf8'));

const lowerCase = (headers: HeaderMap) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

type ResponseClass = { calls: string[]; status: number; type: string; cache?: string; headers?: HeaderMap };

const page = { type: 'text/html; charset=utf-8', cache: 'no-cache', headers: pageHeaders };
const api = { type: 'application/json', cache: 'no-store', headers: apiHeaders };

const responseClasses: Record<string, ResponseClass> = {
  'a page': {
    calls: ['GET /', 'HEAD /', 'GET /items', 'GET /items/', 'GET /items?category=Books', 'GET /login'],
    status: 200,
    ...page,
  },
  'the 404 page': {
    calls: [
      ...['GET /nothing', 'HEAD /nothing', 'GET /login/nothing', 'GET /favicon.ico', 'GET /apis', 'GET /404'],
      ...['GET /404.html', 'GET /index.html', 'GET /items.html', 'GET /Items', 'GET /CART', 'GET /items%0A'],
      ...['GET /.git/config', 'GET /.deploy/nginx.conf', 'GET /_headers'],
    ],
    status: 404,
    ...page,
  },
  'an asset': {
    calls: [`GET ${asset}`, `HEAD ${asset}`],
    status: 200,
    type: 'application/javascript; charset=utf-8',
    cache: assetCacheControl,
    headers: pageHeaders,
  },
  'a missing file': {
    calls: ['GET /assets/index-gone.js', 'GET /assets/', 'GET /api', `GET ${asset}.map`],
    status: 404,
    type: 'text/plain',
    cache: 'no-cache',
    headers: pageHeaders,
  },
  'a method that pages do not allow': {
    calls: ['POST /', 'POST /login', 'DELETE /nothing', 'OPTIONS /', 'ODD /'],
    status: 405,
    ...page,
  },
  'a method that nginx does not allow': {
    calls: ['TRACE /', 'TRACE /api/items'],
    status: 405,
    type: 'text/html',
  },
  'a path outside the store': {
    calls: ['GET /../server.conf', 'GET /..%2f..%2fserver.conf', 'GET /%00'],
    status: 400,
    type: 'text/html',
  },
  'an API response': { calls: ['GET /api/items?category=Books'], status: 200, ...api },
  'a refused API call': { calls: ['GET /api/cart', 'POST /api/cart/add'], status: 401, ...api },
  'a method that no endpoint can have': {
    calls: ['OPTIONS /api/items', 'PROPFIND /api/cart'],
    status: 405,
    ...api,
    type: 'text/html',
  },
  // Which methods there are is for openapi.yaml to say.
  'an unknown API path or method': {
    calls: ['GET /api/nothing', 'GET /api/', 'PATCH /api/cart', 'DELETE /api/cart', 'HEAD /api/items'],
    status: 404,
    ...api,
  },
};

for (const [name, { calls, status, type, cache, headers = {} }] of Object.entries(responseClasses)) {
  test(`${name}: status ${status} and the right headers`, async ({ store }) => {
    for (const call of calls) {
      const response = await rawRequest(store.url, call);
      expect(response.status, call).toBe(status);
      const expected = { 'content-type': type, server: 'nginx', ...lowerCase(headers) };
      expect(response.headers, call).toMatchObject(expected);
      expect(response.headers['cache-control'], call).toBe(cache);
    }
  });
}

test('repeated slashes are redirected to one', async ({ store }) => {
  for (const [path, target] of [
    ['//', '/'],
    ['//items', '/items'],
    ['///login', '/login'],
    ['//items?category=//Books', '/items?category=//Books'],
    ['/items//', '/items/'],
    ['//nothing', '/nothing'],
    // Browsers read // and /\\ at the start of an address as another host.
    ['//evil.example', '/evil.example'],
    ['///evil.example//items', '/evil.example//items'],
    ['/\\evil.example', '/evil.example'],
    ['//\\/evil.example', '/evil.example'],
  ]) {
    const { status, headers } = await rawRequest(store.url, `GET ${path}`);
    expect(status, path).toBe(308);
    expect(headers, path).toMatchObject({ ...lowerCase(pageHeaders), location: target });
  }
});

for (const [accepted, suffix] of [
  ['br, gzip', 'br'],
  ['gzip', 'gz'],
  ['identity', ''],
] as const) {
  test(`a request that accepts ${accepted} gets the file that the build has compressed`, async ({
    store,
  }) => {
    for (const [address, file] of [
      ['/items', 'items.html'],
      [asset, asset],
      ['/nothing', '404.html'],
    ]) {
      const { body, headers } = await rawRequest(store.url, `GET ${address}`, {
        'accept-encoding': accepted,
      });
      expect(body.equals(readFileSync(`dist/${file}${suffix && `.${suffix}`}`))).toBe(true);
      expect(headers['content-encoding']).toBe({ br: 'br', gz: 'gzip', '': undefined }[suffix]);
      expect(headers.vary).toBe('Accept-Encoding');
    }
  });
}

test('an unchanged page has status 304 and the same headers', async ({ store }) => {
  const { headers } = await rawRequest(store.url, 'GET /items');
  const unchanged = await rawRequest(store.url, 'GET /items', { 'if-none-match': headers.etag });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers).toMatchObject(lowerCase(pageHeaders));
});

test('another proxy gets compressed responses', async ({ store }) => {
  for (const path of ['/items', asset, '/api/items']) {
    const viaProxy = { 'accept-encoding': 'gzip', via: '1.1 proxy' };
    const { headers } = await rawRequest(store.url, `GET ${path}`, viaProxy);
    expect(headers['content-encoding'], path).toBe('gzip');
    const request = `GET ${path} HTTP/1.0\r\nHost: store\r\nAccept-Encoding: gzip\r\n\r\n`;
    expect(await sendText(store.url, request), path).toContain('Content-Encoding: gzip');
  }
});

test('the backend gets the scheme, host and port of the address bar, also behind a TLS proxy', async ({
  store,
}) => {
  await rawRequest(store.url, 'GET /api/items');
  for (const proto of ['https', 'https, http']) {
    await rawRequest(store.url, 'GET /api/items', { 'x-forwarded-proto': proto });
  }
  const origins = store.backend.calls().map(({ forwardedOrigin }) => forwardedOrigin);
  const secureUrl = store.url.replace('http:', 'https:');
  expect(origins).toEqual([store.url, secureUrl, secureUrl]);
});

test('a request body over 16 kB does not reach the backend', async ({ store }) => {
  const body = JSON.stringify({ email: 'a'.repeat(17_000) });
  const { status } = await rawRequest(
    store.url,
    'POST /api/auth/login',
    { 'content-type': 'application/json' },
    body,
  );
  expect(status).toBe(413);
  expect(store.backend.calls()).toEqual([]);
});

test('a token of 12 kB reaches the backend and is not logged', async ({ store }) => {
  const token = 'a-token-that-nobody-may-read'.padEnd(12_000, '-');
  const call = 'GET /api/cart';
  expect((await rawRequest(store.url, call, { authorization: `Bearer ${token}` })).status).toBe(401);
  expect(store.backend.calls()).toContainEqual(
    expect.objectContaining({ call, authorization: `Bearer ${token}` }),
  );
  await expect.poll(store.log).toContain('GET /api/cart 401');
  expect(store.log()).not.toContain(token);
});

test('a response with 12 kB of headers passes: sessions in cookies, debug headers', async ({ store }) => {
  const headers = { 'x-debug': 'a'.repeat(12_000) };
  store.backend.hold('/items').release(Response.json([], { headers }));
  expect((await rawRequest(store.url, 'GET /api/items')).status).toBe(200);
});

test('a refusal has no WWW-Authenticate, for which browsers would show a login dialog', async ({ store }) => {
  const headers = { 'www-authenticate': 'Basic realm="api"' };
  store.backend.hold('/cart').release(Response.json({}, { status: 401, headers }));
  const response = await rawRequest(store.url, 'GET /api/cart');
  expect(response.status).toBe(401);
  expect(response.headers['www-authenticate']).toBeUndefined();
});

test('a response has no Upgrade, for which Safari would refuse it over HTTP/2', async ({ store }) => {
  store.backend.hold('/items').release(Response.json([], { headers: { upgrade: 'h2,h2c' } }));
  const { status, headers } = await rawRequest(store.url, 'GET /api/items');
  expect(status).toBe(200);
  expect(headers.upgrade).toBeUndefined();
});

test("a backend's redirect, such as to the address with a slash, stays on the origin of the store", async ({
  store,
}) => {
  // Many backends know neither the host nor HTTPS of the address bar.
  for (const origin of ['http://127.0.0.1:4000', '//127.0.0.1:4000', '']) {
    const location = `${origin}/api/items/?a=b`;
    store.backend.hold('/items').release(new Response(null, { status: 307, headers: { location } }));
    const { status, headers } = await rawRequest(store.url, 'GET /api/items?a=b');
    expect(status).toBe(307);
    expect(headers.location).toBe('/api/items/?a=b');
  }
});

test('each API call has a connection of its own to the backend', async ({ store }) => {
  const before = store.backend.connections();
  for (let call = 0; call < 3; call++) await rawRequest(store.url, 'GET /api/items');
  expect(store.backend.connections() - before).toBe(3);
});

test('without a backend, the API responds with 503 and JSON, and pages are served', async ({ store }) => {
  await store.backend.stop();
  const { status, headers, body } = await rawRequest(store.url, 'GET /api/items');
  expect(status).toBe(503);
  expect(headers).toMatchObject({ ...lowerCase(apiHeaders), 'content-type': 'application/json' });
  expect(JSON.parse(String(body))).toEqual({ message: 'The backend does not respond.' });
  expect((await rawRequest(store.url, 'GET /items')).status).toBe(200);
  await store.backend.start();
  expect((await rawRequest(store.url, 'GET /api/items')).status).toBe(200);
});

test('the file _headers, for static hosts, has the same headers', () => {
  const lines = readFileSync('dist/_headers', 'utf8').split('\n');
  const expected = Object.entries(pageHeaders).map(([name, value]) => `  ${name}: ${value}`);
  expect(lines).toEqual(['/*', ...expected, '/assets/*', `  Cache-Control: ${assetCacheControl}`, '']);
  // Cloudflare Pages ignores longer lines.
  expect(lines.filter((line) => line.length > 2000)).toEqual([]);
});
