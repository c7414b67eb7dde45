import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** What is asked, as in `fetch`. */
export type Asked = { method: string; headers: Record<string, string>; body?: string | undefined };

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

/** No answer came. The message is a code such as ECONNREFUSED, or how long was waited. */
export class NoAnswer extends Error {
  constructor(
    why: string,
    readonly isLate = false,
  ) {
    super(why);
  }
}

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export const inSeconds = (ms: number) => `${Math.ceil(ms / 100) / 10} s`;

/**
 * Makes a call on a connection of its own: one that was used before may have been closed by the server meanwhile. Node's
 * fetch has no way to say so but a header, and takes three times the processor time.
 */
export async function request(url: string, { method, headers, body }: Asked, most: number): Promise<Answer> {
  // Node takes whole numbers, and none that is larger.
  const signal = AbortSignal.timeout(Math.min(Math.ceil(most), 2 ** 31 - 1));
  const { request } = url.startsWith('https:') ? https : http;
  const general = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'our-store-contract',
  };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers: { ...general, ...headers }, agent: false, signal };
      request(url, options, resolve).on('error', reject).end(body);
    });
    const packed = Buffer.concat(await answer.toArray());
    return {
      status: answer.statusCode ?? 0,
      // Cookies, the only header with several values, are nobody's business here.
      headers: new Headers(answer.headers as Record<string, string>),
      bytes: unpack[answer.headers['content-encoding'] ?? '']?.(packed) ?? packed,
    };
  } catch (error) {
    if (signal.aborted) throw new NoAnswer(`nothing within ${inSeconds(most)}`, true);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new NoAnswer(code ?? message);
  }
}

/** The same, and as browsers do where a redirect leads: on the same origin alone, for another one would get the token. `passed` are the headers of the redirects. */
export async function follow(
  url: string,
  asked: Asked,
  most: number,
  hops: number,
  passed: Headers[] = [],
): Promise<Answer & { passed: Headers[]; elsewhere?: URL }> {
  const answer = await request(url, asked, most);
  // Other answers may name a place, too: a 201 that of what was made.
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const target = answer.headers.get('location') ?? '';
  if (!isRedirect || !hops || !URL.canParse(target, url)) return { ...answer, passed };
  const to = new URL(target, url);
  if (to.origin !== new URL(url).origin) return { ...answer, passed, elsewhere: to };
  const next = answer.status < 307 ? { method: 'GET', headers: asked.headers } : asked;
  return follow(to.href, next, most, hops - 1, [...passed, answer.headers]);
}
