import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backend } from './goodBackend';

export type Served = { api: string; close(): void };

/** Serves fetch-style handlers on a free port. `api` is the address of the six calls. */
export async function serve(handle: (request: Request) => Response | Promise<Response>): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = chunks.length ? { body: Buffer.concat(chunks) } : {};
    const request = new Request(`http://localhost${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...body,
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  return listen(server);
}

/** Starts a server on a free port. */
export async function listen(server: Server): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

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
