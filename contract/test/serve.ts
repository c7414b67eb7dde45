import type { Server } from 'node:http';
import { type Http2Bindings, type HttpBindings, serve as listen } from '@hono/node-server';
import type { SlowBackend } from './goodBackend.ts';

export type Served = {
  /** The API's address. */
  api: string;
  close(): void;
};

type Bindings = HttpBindings | Http2Bindings;
type Handler = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** Serves a fetch handler on a free port. */
export const serve = (handle: Handler) =>
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
export const overHttp =
  (backend: SlowBackend) =>
  async (request: Request, { incoming }: Bindings) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return new Response('Not found', { status: 404 });
    const { status, body, type, headers } = await backend({
      method: request.method,
      path: pathname.slice('/api'.length),
      query: Object.fromEntries(searchParams),
      search,
      connection: incoming.socket ?? {},
      token: /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1],
      body: await request.json().catch(() => undefined),
    });
    if (status === 0) incoming.socket.destroy();
    if (status === 0 || body === undefined)
      return new Response(null, { status: status || 204, ...(headers && { headers }) });
    return new Response(typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type ?? 'application/json', ...headers },
    });
  };
