import { apiUrl } from './apiUrl';

declare global {
  /** The request sent by the inline script. */
  var prefetched: ReturnType<typeof prefetch> | undefined;
}

/** Sends a GET request with the headers of `fetchText` in api.ts. */
export function prefetch(path: string, token: string | null = null) {
  const url = apiUrl(path);
  const authorization = token === null ? null : `Bearer ${token}`;
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  const controller = new AbortController();
  const response = fetch(url, { headers, signal: controller.signal, cache: 'no-cache' });
  // Prevents an unhandled rejection. The request that takes the response handles the error.
  response.catch(() => {});
  return { url, authorization, response, controller };
}

/** The prefetched response, if the token and the URL match. Returns it only once. */
export function takePrefetched({ url, headers, signal }: Request): Promise<Response> | undefined {
  const { prefetched } = globalThis;
  if (!prefetched || prefetched.url !== url) return undefined;
  if (prefetched.authorization !== headers.get('authorization')) return undefined;
  globalThis.prefetched = undefined;
  signal.addEventListener('abort', () => prefetched.controller.abort());
  return prefetched.response;
}
