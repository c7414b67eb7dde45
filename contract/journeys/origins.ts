import { type Exchange, isSuccess, type Sent } from '../judge/exchange.ts';
import { expectThat } from '../judge/expect.ts';
import { Skip } from '../judge/failure.ts';
import { operations } from '../judge/files.ts';
import type { Shop } from '../judge/shop.ts';
import type { Operation } from '../openapi/readContract.ts';
import { test } from './journey.ts';
import { validRequest } from './refusals.ts';

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

/** A request that succeeds and one that is refused: without the headers, a browser reads neither response. */
async function requestsOf(operation: Operation, shop: Shop): Promise<Sent[]> {
  const valid = validRequest(operation, shop, await shop.signup());
  return [valid, operation.isSecured ? { ...valid, token: 'not-a-token' } : { ...valid, body: {} }];
}

for (const operation of operations) {
  const { id } = operation;
  test(`${id} across origins: A page of --origin can call ${id} and read its responses`, async (shop) => {
    const { client } = shop.accounts;
    const { origin } = client.conditions;
    if (!origin) throw new Skip('it needs --origin', false);
    const exchanges = [];
    const headers = headersOf(operation);
    if (headers.length) exchanges.push(await client.preflight(operation, headers));
    for (const sent of await requestsOf(operation, shop)) exchanges.push(await shop.call(id, sent));
    for (const exchange of exchanges) {
      const cause = explainBlocked(exchange, origin);
      const expected = `A response that a page of ${origin} may read.`;
      expectThat(exchange, !cause, { expected, got: cause, cause });
    }
  });
}
