import { type Client, type Exchange, isSuccess } from './client.ts';
import type { Operation } from './readContract.ts';

/** Whether an address is on the machine that asks: what is there counts as secure, and harms nobody else. */
export const isThisMachine = (url: string) =>
  /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/** The headers for which a browser asks first, before it makes the call from another origin. */
const asked = ({ isSecured, hasBody }: Operation) => [
  ...(isSecured ? ['authorization'] : []),
  ...(hasBody ? ['content-type'] : []),
];

/** What a browser asks before the calls, where it does. */
export async function askFirst(client: Client, operations: Operation[]): Promise<Exchange[]> {
  const made = [];
  for (const operation of operations.filter((it) => asked(it).length)) {
    const headers = {
      'access-control-request-method': operation.method,
      'access-control-request-headers': asked(operation).join(','),
    };
    made.push(await client.preflight(operation, headers));
  }
  return made;
}

/** Why a page of this origin would not get the answer, or not make the call at all. */
export function explainBlocked(exchange: Exchange, origin: string): string | undefined {
  const { url, headers, passed = [], operation, sent, status } = exchange;
  if (origin.startsWith('https:') && url.startsWith('http:') && !isThisMachine(url))
    return `A page of ${origin} may call no address without https.`;
  const listOf = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  const allowOf = (it: Headers) => it.get('access-control-allow-origin');
  const closed = [...passed, headers].find((it) => !['*', origin].includes(allowOf(it) ?? ''));
  if (closed) {
    const is = allowOf(closed) === null ? 'is missing' : `is "${allowOf(closed)}"`;
    return `Access-Control-Allow-Origin ${is}${closed === headers ? '' : ' on a redirect'}, at ${origin}.`;
  }
  if (!sent.headers) return undefined;
  if (!isSuccess(exchange))
    return `The question before the call is answered with ${status}, and not with 2xx.`;
  const method = sent.headers['access-control-request-method'] ?? '';
  const methods = listOf('access-control-allow-methods');
  const isSimple = ['GET', 'HEAD', 'POST'].includes(method);
  if (!isSimple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `Access-Control-Allow-Methods lacks ${method}.`;
  const names = listOf('access-control-allow-headers');
  // The asterisk does not stand for it.
  const isAllowed = (name: string) =>
    names.includes(name) || (names.includes('*') && name !== 'authorization');
  const missing = asked(operation).find((name) => !isAllowed(name));
  return missing && `Access-Control-Allow-Headers lacks ${missing}.`;
}
