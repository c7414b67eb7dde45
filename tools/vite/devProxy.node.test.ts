import { once } from 'node:events';
import { createServer as createBackend } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

test('the development server hides from the backend that it has another address', async () => {
  const backend = createBackend(({ method, url, headers: { host, origin } }, response) => {
    if (url === '/api/items') response.writeHead(307, { location: `http://${host}/api/items/` }).end();
    else response.writeHead(method === 'POST' && origin !== `http://${host}` ? 403 : 200).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void backend.close());
  await once(backend, 'listening');

  vi.stubEnv('API_TARGET', `http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await createServer({ mode: 'api', logLevel: 'silent', server: { port: 0 } });
  onTestFinished(() => server.close());
  await server.listen();
  const origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;

  const post = await fetch(`${origin}/api/cart/add`, { method: 'POST', headers: { origin } });
  expect(post.status).toBe(200);
  const { headers } = await fetch(`${origin}/api/items`, { redirect: 'manual' });
  expect(headers.get('location')).toBe(`${origin}/api/items/`);
});
