import { expectThat } from '../judge/expect.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';

test('secondDevice: A login on another device ends no session', async ({ signup, device }) => {
  const phone = await signup();
  const laptop = await device(phone);
  for (const shopper of [phone, laptop]) await shopper.openCart();
});

test('manySessions: A shopper stays logged in while others log in', async ({ signup, device }) => {
  const ada = await signup();
  const bob = await signup();
  for (let visit = 0; visit < 30; visit++) await device(bob);
  await ada.openCart();
});

test('tokenLasts: A token with an expiry time lasts for more than a minute', async (shop) => {
  const { signup, tryToLogIn, accounts } = shop;
  const exchange = await tryToLogIn((await signup()).account);
  const { exp, iat = Date.now() / 1000 } = claimsOf(accounts.tokenOf(exchange)) ?? {};
  if (typeof exp !== 'number') return;
  const seconds = Math.round(exp - Number(iat));
  const got = `The token expires after ${seconds} s ("exp").`;
  expectThat(exchange, seconds > 60, { expected: 'A token for a visit.', got, shape: 'expires' });
});
