import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** What is asked, as in `fetch`. */
export type Asked = { method: string; headers: Record<string, string>; body?: string | undefined };

/** Other answers may name a place, too: a 201 that of what was made. */
const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_HOPS = 5;

export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

/** No answer came. The message is a code such as ECONNREFUSED, or how long was waited. */
export class NoAnswer extends Error {
  readonly isLate: boolean;

  constructor(why: string, isLate = false) {
    super(why);
    this.isLate = isLate;
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
  const signal = AbortSignal.timeout(most);
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
    const bytes = unpack[answer.headers['content-encoding'] ?? '']?.(packed) ?? packed;
    // Cookies, the only header with several values, are nobody's business here.
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(answer.headers as Record<string, string>),
      bytes,
    };
  } catch (error) {
    if (signal.aborted) throw new NoAnswer(`nothing within ${inSeconds(most)}`, true);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new NoAnswer(code ?? message);
  }
}

/** The same, and as browsers do where a redirect leads: on the same origin alone, for another one would get the token. */
export async function follow(url: string, asked: Asked, most: number): Promise<Answer & { elsewhere?: URL }> {
  let answer = await request(url, asked, most);
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const target = answer.headers.get('location') ?? '';
    if (!REDIRECTS.includes(answer.status) || !URL.canParse(target, url)) break;
    const to = new URL(target, url);
    if (to.origin !== new URL(url).origin) return { ...answer, elsewhere: to };
    const next = answer.status < 307 ? { method: 'GET', headers: asked.headers } : asked;
    answer = await request(to.href, next, most);
  }
  return answer;
}
