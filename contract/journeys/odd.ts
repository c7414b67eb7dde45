import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectAnswered, expectThat, tryEach } from '../judge/expect.ts';
import { test } from './journey.ts';

/** Strings that a schema allows and few programs expect. */
const oddTexts = [
  ' ',
  'null',
  '0',
  '%00',
  '\u0000',
  '\ud83d\uded2'.repeat(60),
  '<b>&amp;</b>',
  '$where',
  'x'.repeat(5000),
];

test('oddText @strict: Strange strings in filters and ids are refused, or match nothing', async (shop) => {
  const { call, signup, items } = shop;
  const { token } = await signup();
  const isUnknown = (text: string) => !items.some(({ category }) => category === text);
  await tryEach(oddTexts.filter(isUnknown), 'strict', async (text) => {
    expectAnswered(await call('getItems', { query: { category: text } }), 'strict');
    for (const id of ['addToCart', 'removeFromCart'])
      expectAnswered(await call(id, { token, body: { itemId: text } }), 'strict');
  });
});

test('oddAccount @strict: An account with a strange name or password is refused, or can log in', async (shop) => {
  const { call, newAccount, password } = shop;
  await tryEach(oddTexts, 'strict', async (text) => {
    const account = newAccount({ name: `Test${text}`, password: `${password}${text}x` });
    const signup = await call('signup', { body: account });
    expectAnswered(signup, 'strict');
    if (!isSuccess(signup)) return;
    const { email } = account;
    const login = await call('login', { body: { email, password: account.password } });
    const expected = 'A success: signup accepted this password.';
    expectThat(login, isSuccess(login), { expected, level: 'strict', shape: 'after a strange signup' });
  });
});

/** How long a token of the run's first shopper has to work at least. This is the last journey, because it may have to wait. */
const VISIT_MS = 6000;

test('tokenStaysValid: A token works for longer than a few seconds', async ({ call, signup, accounts }) => {
  if (!accounts.first) await signup();
  const { token = '', at = 0 } = accounts.first ?? {};
  await sleep(Math.max(0, at + VISIT_MS - performance.now()));
  expectAccepted(await call('getCart', { token }));
});
