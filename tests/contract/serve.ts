import type { Server } from 'node:http';
import { serve as listen } from '@hono/node-server';
import type { Backend } from './goodBackend';

export type Served = {
  /** The address of the six calls. */
  api: string;
  close(): void;
};

/** Serves a fetch handler on a free port. */
export const serve = (handle: (request: Request) => Response | Promise<Response>) =>
  new Promise<Served>((resolve) => {
    const server = listen({ fetch: handle, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      const close = () => {
        server.close();
        (server as Server).closeAllConnections();
      };
      resolve({ api: `http://127.0.0.1:${port}/api`, close });
    });
  });

/** A backend as a handler for `serve`, under /api. */
export const overHttp = (backend: Backend) => async (request: Request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith('/api/')) return new Response('Not found', { status: 404 });
  const { status, body, type } = backend({
    method: request.method,
    path: pathname.slice('/api'.length),
    query: Object.fromEntries(searchParams),
    token: /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1],
    body: await request.json().catch(() => undefined),
  });
  if (body === undefined) return new Response(null, { status });
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type ?? 'application/json' },
  });
};
