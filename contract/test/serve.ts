import { createServer, type Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Fields, type GoodBackend, type IncomingCall, refuse } from './goodBackend.ts';

export type Served = {
  api: string;
  /** Accepts no more connections. */
  stop(): void;
  close(): void;
};

/** Starts a server on a free port. */
export async function listen(server: Server | HttpsServer): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => void server.close();
  const close = () => {
    stop();
    server.closeAllConnections();
  };
  const scheme = server instanceof HttpsServer ? 'https' : 'http';
  return { api: `${scheme}://127.0.0.1:${port}/api`, stop, close };
}

/** Serves a shop under /api. An error in it is a 500. */
export function serve(shop: GoodBackend): Promise<Served> {
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const hasBody = request.headers['content-type'] !== undefined;
    const body = hasBody ? await json(request).catch(() => undefined) : undefined;
    const call: IncomingCall = {
      ...shop.findRoute(`${request.method}`, pathname.replace(/^\/api(?=\/)/, '')),
      query: Object.fromEntries(searchParams),
      search,
      headers: request.headers,
      token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1],
      body,
      fields: body && typeof body === 'object' ? { ...(body as Fields) } : {},
      connection: request.socket,
    };
    const reply = /^\/api(\/|$)/.test(pathname)
      ? await shop.answer(call).catch(() => refuse(500))
      : refuse(404);
    if (reply.status === 0) return request.socket.destroy();
    const { body: sent, status, headers } = reply;
    const type = sent !== undefined && { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...headers });
    response.end(typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent));
  });
  return listen(server);
}
