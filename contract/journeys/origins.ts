import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { expectThat } from '../judge/expect.ts';
import { operations } from '../judge/files.ts';
import type { Operation } from '../openapi/readContract.ts';
import { test } from './journey.ts';

/** The headers of a call for which a browser sends a preflight. */
const headersOf = ({ isSecured, hasBody }: Operation) => [
  ...(isSecured ? ['authorization'] : []),
  ...(hasBody ? ['content-type'] : []),
];

/** Why a page of this origin cannot make the call or read the response, by the rules of Fetch for GET and POST. */
function explainBlocked(exchange: Exchange, origin: string): string | undefined {
  const { headers, hops, operation, status } = exchange;
  for (const response of [...hops, exchange]) {
    const allowed = response.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === origin) continue;
    const where = response === exchange ? '' : ' on a redirect';
    return `Access-Control-Allow-Origin ${allowed === null ? 'is missing' : `is "${allowed}"`}${where}, for ${origin}.`;
  }
  if (operation.method !== 'OPTIONS') return undefined;
  if (!isSuccess(exchange)) return `The preflight returns ${status} instead of 2xx.`;
  const names = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  // The asterisk does not include Authorization.
  const isAllowed = (name: string) =>
    names.includes(name) || (names.includes('*') && name !== 'authorization');
  const missing = headersOf(operation).find((name) => !isAllowed(name));
  return missing && `Access-Control-Allow-Headers lacks ${missing}.`;
}

/** Every call of a run has this origin. A page needs the header to read refusals, too. */
test('crossOrigin: A page of --origin can make every call and read its response', async ({ accounts }) => {
  const { client } = accounts;
  const { origin = '' } = client.conditions;
  for (const operation of operations) {
    const names = headersOf(operation);
    if (names.length) await client.preflight(operation, names);
  }
  // Left out: malformed requests, which the store does not send; 304, because a browser reads the headers of the stored response;
  // 429, which may come from a gateway; missing responses and server errors, which fail in their own journeys.
  const isJudged = (status: number) => status >= 200 && status < 500 && status !== 304 && status !== 429;
  for (const exchange of client.exchanges) {
    const { operation, requestError, status } = exchange;
    if (operation.method !== 'OPTIONS' && (requestError || !isJudged(status))) continue;
    const cause = explainBlocked(exchange, origin);
    expectThat(exchange, !cause, { got: cause, cause });
  }
});
