import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

type Init = { method: string; headers: Record<string, string>; body?: string | undefined };
type Response = { status: number; headers: Headers; bytes: Uint8Array };
/** A redirect that was followed. */
export type Hop = { status: number; headers: Headers };

const MAX_REDIRECTS = 5;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** No response came. The message is a code such as ECONNREFUSED, or how long the kit waited. */
export class NoResponse extends Error {
  constructor(
    message: string,
    readonly isTimeout = false,
  ) {
    super(message);
  }
}

const decompress: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export const inSeconds = (ms: number) => `${Math.ceil(ms / 100) / 10} s`;

/**
 * Sends one request on a new connection. A kept connection may have been closed by the server, which looks like a crash.
 * Node's fetch cannot be told to use a new connection, and takes three times the processor time.
 */
export async function request(
  url: string,
  { method, headers, body }: Init,
  timeout: number,
): Promise<Response> {
  const signal = AbortSignal.timeout(Math.min(Math.ceil(timeout), MAX_TIMER_MS));
  const { request: send } = url.startsWith('https:') ? https : http;
  const common = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'our-store-contract',
  };
  try {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers: { ...common, ...headers }, agent: false, signal };
      send(url, options, resolve).on('error', reject).end(body);
    });
    const raw = Buffer.concat(await message.toArray());
    return {
      status: message.statusCode ?? 0,
      // Set-Cookie, the only header with several values, is not of interest.
      headers: new Headers(message.headers as Record<string, string>),
      bytes: decompress[message.headers['content-encoding'] ?? '']?.(raw) ?? raw,
    };
  } catch (error) {
    if (signal.aborted) throw new NoResponse(`no response within ${inSeconds(timeout)}`, true);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new NoResponse(code ?? message);
  }
}

/** Sends a request and follows redirects as browsers do, but only on the same origin: another one would get the token. */
export async function follow(
  url: string,
  init: Init,
  timeout: number,
  maxRedirects = MAX_REDIRECTS,
  hops: Hop[] = [],
): Promise<Response & { hops: Hop[]; elsewhere?: URL }> {
  const response = await request(url, init, timeout);
  const { status, headers } = response;
  const isRedirect = status >= 300 && status < 400;
  const location = headers.get('location') ?? '';
  if (!isRedirect || hops.length >= maxRedirects || !URL.canParse(location, url))
    return { ...response, hops };
  const target = new URL(location, url);
  if (target.origin !== new URL(url).origin) return { ...response, hops, elsewhere: target };
  const { 'content-type': _, ...others } = init.headers;
  const isRepeated = status >= 307 || init.method === 'GET';
  const next = isRepeated ? init : { method: 'GET', headers: others };
  return follow(target.href, next, timeout, maxRedirects, [...hops, { status, headers }]);
}
