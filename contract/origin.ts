import { type Client, type Exchange, isSuccess } from './client.ts';
import type { Operation } from './readContract.ts';

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
  const { headers, operation, sent, status } = exchange;
  const listOf = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin)
    return `Access-Control-Allow-Origin ${allowed === null ? 'is missing' : `is "${allowed}"`}, at ${origin}.`;
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
