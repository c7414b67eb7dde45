import type { Operation } from '../readContract.ts';
import { type Exchange, isSuccess } from './exchange.ts';

/** Addresses on the same machine count as secure. */
const isThisMachine = (url: string) =>
  /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

const headersOf = ({ isSecured, hasBody }: Operation) => [
  ...(isSecured ? ['authorization'] : []),
  ...(hasBody ? ['content-type'] : []),
];

/** The headers of the preflight that a browser sends before the call; undefined if it sends none. */
export function preflightHeaders(operation: Operation): Record<string, string> | undefined {
  const headers = headersOf(operation);
  if (!headers.length) return undefined;
  return {
    'access-control-request-method': operation.method,
    'access-control-request-headers': headers.join(','),
  };
}

/** Why a page of this origin cannot make the call or read the response, by the rules of Fetch. */
export function explainBlocked(exchange: Exchange, origin: string): string | undefined {
  const { url, headers, hops, operation, sent, status } = exchange;
  if (origin.startsWith('https:') && url.startsWith('http:') && !isThisMachine(url))
    return `A page of ${origin} may not call an address without https.`;
  const allowed = (response: Headers) => response.get('access-control-allow-origin');
  const responses = [...hops.map((hop) => hop.headers), headers];
  const closed = responses.find((response) => !['*', origin].includes(allowed(response) ?? ''));
  if (closed) {
    const value = allowed(closed);
    const where = closed === headers ? '' : ' on a redirect';
    return `Access-Control-Allow-Origin ${value === null ? 'is missing' : `is "${value}"`}${where}, for ${origin}.`;
  }
  if (operation.method !== 'OPTIONS') return undefined;
  if (!isSuccess(exchange)) return `The preflight is answered with ${status}, not with 2xx.`;
  const listOf = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  const method = sent.headers?.['access-control-request-method'] ?? '';
  const methods = listOf('access-control-allow-methods');
  const isSimple = ['GET', 'HEAD', 'POST'].includes(method);
  if (!isSimple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `Access-Control-Allow-Methods lacks ${method}.`;
  const names = listOf('access-control-allow-headers');
  // The asterisk does not include Authorization.
  const isAllowed = (name: string) =>
    names.includes(name) || (names.includes('*') && name !== 'authorization');
  const missing = headersOf(operation).find((name) => !isAllowed(name));
  return missing && `Access-Control-Allow-Headers lacks ${missing}.`;
}
