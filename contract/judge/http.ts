type Init = { method: string; headers: Record<string, string>; body: string | null };
/**
 * Without a response, the status is 0, and `responseError` is a code such as ECONNREFUSED, or how long the kit waited. Otherwise,
 * `responseError` is why the body cannot be read.
 */
export type Response = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  responseError?: string;
  isTimeout: boolean;
};
/** A redirect that was followed. */
export type Hop = Pick<Response, 'status' | 'headers'>;

const MAX_REDIRECTS = 5;

export const inSeconds = (ms: number) => `${Math.ceil(ms / 100) / 10} s`;

/** Sends one request on a new connection: a reused one may have been closed by the server, which looks like a crash. */
export async function request(url: string, init: Init, timeout: number): Promise<Response> {
  const signal = AbortSignal.timeout(Math.ceil(timeout));
  const own = { connection: 'close', 'accept-encoding': 'gzip', 'user-agent': 'our-store-contract' };
  const response = { status: 0, headers: new Headers(), bytes: Buffer.of(), isTimeout: false };
  try {
    const headers = { ...own, ...init.headers };
    // As the store does. By default, fetch makes conditional requests with `Cache-Control: no-cache`.
    const received = await fetch(url, { ...init, headers, cache: 'no-cache', redirect: 'manual', signal });
    response.status = received.status;
    response.headers = received.headers;
    return { ...response, bytes: Buffer.from(await received.arrayBuffer()) };
  } catch (error) {
    if (signal.aborted) {
      const responseError = `no response within ${inSeconds(timeout)}`;
      return { ...response, status: 0, isTimeout: true, responseError };
    }
    // Errors of invalid headers have no `cause`.
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const reason = !code || code.startsWith('UND_') ? message : code;
    return { ...response, responseError: response.status ? `the body cannot be read (${reason})` : reason };
  }
}

/**
 * Follows redirects as browsers do: a POST becomes a GET with 301 to 303, and a preflight is not redirected.
 * Redirects to another origin are not followed, because it would get the token.
 */
export async function requestWithRedirects(send: typeof request, url: string, init: Init, timeout: number) {
  const hops: Hop[] = [];
  for (;;) {
    const response = await send(url, init, timeout);
    const { status, headers } = response;
    // A 304 has no Location.
    const location = headers.get('location');
    const isRedirect = status >= 300 && status < 400 && location !== null && URL.canParse(location, url);
    const target = new URL(isRedirect ? location : url, url);
    const isFollowed = isRedirect && target.origin === new URL(url).origin && init.method !== 'OPTIONS';
    if (!isFollowed || hops.length === MAX_REDIRECTS) return { ...response, hops };
    hops.push({ status, headers });
    url = target.href;
    const { 'content-type': _, ...others } = init.headers;
    if (status < 307 && init.method !== 'GET') init = { method: 'GET', headers: others, body: null };
  }
}

/** Retry-After in milliseconds, and at least a second; the header has seconds or a date by the server's clock. */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(pause) ? undefined : Math.max(pause, 1000);
}
