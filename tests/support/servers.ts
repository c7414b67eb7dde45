import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { serveSite } from '../../tools/lib/serve';
import { closeServer, makeTestBackend } from './backend';

/** The production build on a free port, with the mock as its backend. */
export async function startBuild(dist = 'dist') {
  const backend = makeTestBackend();
  const site = serveSite({ dist, api: backend.handle, port: 0 });
  return { ...(await listen(site)), backend };
}

/** A mock build on a free port of a host for static files. `base` begins and ends with a slash. */
export function startMockBuild(dist = 'dist-mock', base = '/') {
  const rewriteRequestPath = (path: string) => path.slice(base.length - 1);
  const files = new Hono()
    .use(`${base}*`, serveStatic({ root: dist, rewriteRequestPath }))
    .notFound((context) => context.html(readFileSync(`${dist}/404.html`, 'utf8'), 404));
  return listen(serve({ fetch: files.fetch, port: 0, hostname: '127.0.0.1' }));
}

async function listen(server: ServerType) {
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop: () => closeServer(server),
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
