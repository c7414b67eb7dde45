import { createServer, type Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { parseJson } from '../judge/exchange.ts';
import * as http from '../judge/http.ts';
import { type Fields, type GoodBackend, type IncomingCall, type Reply, refuse } from './goodBackend.ts';

/** Starts a server on a free port until the test ends. */
export async function listen(server: Server | HttpsServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** Accepts no more connections. */
  const stop = () => void server.close();
  const close = () => {
    stop();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const scheme = server instanceof HttpsServer ? 'https' : 'http';
  return { api: `${scheme}://127.0.0.1:${port}/api`, stop, close };
}

type Received = Pick<IncomingCall, 'headers'> & { method: string; url: string; text: string };

/** The reply of a shop whose calls are under /api. An error in it is a 500. */
async function answer(shop: GoodBackend, { method, url, headers, text }: Received): Promise<Reply> {
  const { pathname, search, searchParams } = new URL(url, 'http://localhost');
  if (!/^\/api(\/|$)/.test(pathname)) return refuse(404);
  const body = headers['content-type'] === undefined ? undefined : parseJson(text);
  const call: IncomingCall = {
    ...shop.findRoute(method, pathname.replace(/^\/api(?=\/)/, '')),
    query: Object.fromEntries(searchParams),
    search,
    headers,
    token: /^Bearer (.+)$/.exec(`${headers.authorization}`)?.[1],
    body,
    fields: body && typeof body === 'object' ? { ...(body as Fields) } : {},
  };
  return shop.answer(call).catch(() => refuse(500));
}

const headersOf = ({ body, headers }: Reply) => ({
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
});
const bytesOf = ({ body }: Reply) =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

/** Serves a shop on a port, for other processes and for rows about the bytes of a response. */
export function serveOverHttp(shop: GoodBackend) {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const text = await readText(request);
    const reply = await answer(shop, { method, url, headers, text });
    if (reply.status === 0) return request.socket.destroy();
    response.writeHead(reply.status, headersOf(reply));
    response.end(bytesOf(reply));
  });
  return listen(server);
}

const shops = new Map<string, GoodBackend>();
let count = 0;

/** Serves a shop in this process until the test ends: most of the time of a call over HTTP is spent on its connection. */
export function serve(shop: GoodBackend) {
  const host = `shop-${++count}.example`;
  shops.set(host, shop);
  onTestFinished(() => void shops.delete(host));
  return { api: `http://${host}/api` };
}

/** Sends a request to a shop of `serve`, or else over HTTP. */
export const request: typeof http.request = async (url, init, timeout) => {
  const shop = shops.get(new URL(url).host);
  if (!shop) return http.request(url, init, timeout);
  const headers = Object.fromEntries(new Headers(init.headers));
  const { method, body } = init;
  const text = body ?? '';
  const reply = await Promise.race([answer(shop, { method, url, headers, text }), sleep(timeout, undefined)]);
  // As a network does, lets other calls run.
  await new Promise(setImmediate);
  const response = { status: 0, headers: new Headers(), bytes: Buffer.of(), isTimeout: !reply };
  if (!reply) return { ...response, responseError: `no response within ${http.inSeconds(timeout)}` };
  if (!reply.status) return { ...response, responseError: 'ECONNRESET' };
  const received = new Headers({ date: new Date().toUTCString(), ...headersOf(reply) });
  return { ...response, status: reply.status, headers: received, bytes: bytesOf(reply) };
};
