import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, expectThat, tryEach } from '../judge/expect.ts';
import { errorOf, Skip } from '../judge/failure.ts';
import { showsInternals } from '../judge/redact.ts';
import { Shopper } from '../judge/shop.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** Looks at all responses of the run, too, because any call may fail. */
test('errorsShowNoCode @unsafe: No error shows a stack trace or a path of the server', async (shop) => {
  const { accounts, call } = shop;
  const { exchanges } = accounts.client;
  const malformed = { token: 'not-a-token', text: '{"', query: { category: "'", priceMin: 'cheap' } };
  const calls = ['login', 'getItems', 'addToCart'];
  const error = await errorOf(() => tryEach(calls, (id) => call(id, malformed)));
  for (const exchange of exchanges) {
    const isShown = exchange.status >= 400 && showsInternals(exchange.body);
    const expected = 'An error that says nothing about the code of the server.';
    const cause = 'An error shows a stack trace or a path of the server.';
    expectThat(exchange, !isShown, { expected, cause, kind: 'shows code' });
  }
  if (error) throw error;
});

const isAnswered = ({ status }: Exchange) => status > 0 && status < 500;

/** Among the last journeys, because the calls of others may hang or be limited after it. */
test('refusedOften @unsafe: A cart opens after thirty refused additions', async ({
  call,
  catalogue,
  signup,
}) => {
  const { token } = await signup();
  const addUnknown = () => call('addToCart', { token, body: { itemId: catalogue.unknownId, quantity: 1 } });
  expectRefused(await addUnknown(), 'itemId');
  expectAccepted(await call('getCart', { token }));
  const refusals: Exchange[] = [];
  const limit = await errorOf(async () => {
    for (let time = 1; time < 30; time++) {
      const refusal = await addUnknown();
      refusals.push(refusal);
      if (!isAnswered(refusal)) break;
    }
  });
  // The backend may limit such additions.
  if (limit instanceof Skip) return;
  if (limit) throw limit;
  const cause = 'Refused additions use something up, such as connections of the database, until calls fail.';
  for (const exchange of [await call('getCart', { token }), ...refusals])
    expectThat(exchange, isAnswered(exchange), { expected: 'The same response as at first.', cause });
});

/** How long a token and a cart have to stay. The journey is the last one, so that it has to wait for less. */
const VISIT_MS = { token: 20_000, cart: 6000 };

test('tokenStaysValid: A token and its cart stay for longer than a few seconds', async (shop) => {
  const { accounts, item, newAccount, signup } = shop;
  const { exchanges, conditions } = accounts.client;
  // Nobody logged in to its account later, which could have ended this session.
  const first = exchanges.find(
    (exchange) => exchange.operation.id === 'signup' && isSuccess(exchange) && !exchange.responseError,
  );
  const ada = first ? new Shopper(shop, accounts.tokenOf(first), newAccount()) : await signup();
  await ada.acceptCart();
  await ada.add(item, 1);
  const age = first ? performance.now() - first.end : 0;
  await sleep(Math.max(VISIT_MS.cart, VISIT_MS.token - age) * conditions.pauseScale);
  await ada.expectCart();
  const { exp = Infinity, iat = Date.now() / 1000 } = claimsOf(ada.token) ?? {};
  const seconds = Math.round(Number(exp) - Number(iat));
  const got = `The token expires after ${seconds} s ("exp").`;
  const expected = 'A token for a visit.';
  expectThat(await ada.openCart(), seconds > 60, { expected, got, kind: 'expires' });
});
