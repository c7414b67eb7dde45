import { type Exchange, isSuccess, type Sent } from '../judge/exchange.ts';
import { expectThat } from '../judge/expect.ts';
import { Skip } from '../judge/failure.ts';
import { readOperations } from '../judge/files.ts';
import type { Shop } from '../judge/shop.ts';
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

/** A request that succeeds and one that is refused: without the headers, a browser reads neither response. */
async function requestsOf(id: string, { signup, newAccount, item }: Shop): Promise<Sent[]> {
  if (id === 'getItems') return [{}, { query: { priceMin: 0 } }];
  if (id === 'signup') return [{ body: newAccount() }, { body: {} }];
  const { token: own, account } = await signup();
  const { email } = account;
  const passwords = [account.password, 'not-the-password'];
  if (id === 'login') return passwords.map((password) => ({ body: { email, password } }));
  return [own, 'not-a-token'].map((token) => ({ token, body: { itemId: item._id } }));
}

for (const operation of readOperations()) {
  const { id } = operation;
  test(`${id} across origins: A page of --origin can call ${id} and read its responses`, async (shop) => {
    const { client } = shop.accounts;
    const { origin } = client.conditions;
    if (!origin) throw new Skip('it needs --origin', false);
    const exchanges = [];
    const headers = headersOf(operation);
    if (headers.length) exchanges.push(await client.preflight(operation, headers));
    for (const sent of await requestsOf(id, shop)) exchanges.push(await shop.call(id, sent));
    for (const exchange of exchanges) {
      const cause = explainBlocked(exchange, origin);
      const expected = `A response that a page of ${origin} may read.`;
      const evidence = `across origins: ${cause}`;
      expectThat(exchange, !cause, { expected, got: cause, cause, evidence });
    }
  });
}
