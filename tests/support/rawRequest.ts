import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';

type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends one request as it is: `GET /items`. Follows no redirect, decodes no body and normalizes no path. */
export const rawRequest = (origin: string, call: string, headers: OutgoingHttpHeaders = {}, body = '') =>
  new Promise<RawResponse>((resolve, reject) => {
    const [method = '', path = ''] = call.split(' ');
    request(origin, { method, path, headers, agent: false }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes });
    })
      .on('error', reject)
      .end(body);
  });

/** Sends one request of HTTP/1.0, which Node's client cannot send. Returns the response with its headers. */
export function sendText(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  return readText(socket);
}
