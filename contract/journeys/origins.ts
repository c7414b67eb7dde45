import type { Sent } from '../judge/exchange.ts';
import { expectThat } from '../judge/expect.ts';
import { Skip } from '../judge/failure.ts';
import { readOperations } from '../judge/files.ts';
import { explainBlocked, preflightHeaders } from '../judge/origin.ts';
import type { Shop } from '../judge/shop.ts';
import { test } from './journey.ts';

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
    const headers = preflightHeaders(operation);
    if (headers) exchanges.push(await client.preflight(operation, headers));
    for (const sent of await requestsOf(id, shop)) exchanges.push(await shop.call(id, sent));
    for (const exchange of exchanges) {
      const cause = explainBlocked(exchange, origin);
      const expected = `A response that a page of ${origin} may read.`;
      const evidence = `across origins: ${cause}`;
      expectThat(exchange, !cause, { expected, got: cause, cause, evidence });
    }
  });
}
