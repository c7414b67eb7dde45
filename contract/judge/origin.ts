import type { Operation } from '../readContract.ts';
import { type Exchange, isSuccess } from './exchange.ts';

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

/** Why a page of this origin cannot make the call or read the response, by the rules of Fetch for GET and POST. */
export function explainBlocked(exchange: Exchange, origin: string): string | undefined {
  const { headers, hops, operation, status } = exchange;
  for (const response of [...hops, exchange]) {
    const allowed = response.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === origin) continue;
    const where = response === exchange ? '' : ' on a redirect';
    return `Access-Control-Allow-Origin ${allowed === null ? 'is missing' : `is "${allowed}"`}${where}, for ${origin}.`;
  }
  if (operation.method !== 'OPTIONS') return undefined;
  if (!isSuccess(exchange)) return `The preflight is answered with ${status}, not with 2xx.`;
  const names = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  // The asterisk does not include Authorization.
  const isAllowed = (name: string) =>
    names.includes(name) || (names.includes('*') && name !== 'authorization');
  const missing = headersOf(operation).find((name) => !isAllowed(name));
  return missing && `Access-Control-Allow-Headers lacks ${missing}.`;
}
