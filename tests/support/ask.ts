import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** One request exactly as it stands: no redirect followed, nothing decoded, no path tidied. */
export const ask = (origin: string, call: string, headers: OutgoingHttpHeaders = {}, body = '') =>
  new Promise<Answer>((resolve, reject) => {
    const [method = '', path = ''] = call.split(' ');
    request(origin, { method, path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end(body);
  });
