import type { Account } from '../judge/accounts.ts';
import { isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, expectThat, tryEach } from '../judge/expect.ts';
import { Skip } from '../judge/failure.ts';
import type { Shop } from '../judge/shop.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** The password with other characters from this place on. */
const misspell = (password: string, start: number) =>
  password.slice(0, start) + password.slice(start).replaceAll(/./g, (letter) => (letter === 'x' ? 'y' : 'x'));

/** Passwords that a careless backend takes for the right one, by what it does. */
const similarPasswords: Record<string, (password: string) => string> = {
  'The end of the password is cut off.': (password) => misspell(password, password.length - 1),
  'A part of the password is enough.': (password) => password.slice(0, -1),
  'What follows the password is cut off.': (password) => `${password}x`,
  'The case of letters does not count.': (password) => password.toUpperCase(),
};

/** An entirely wrong password is refused. Otherwise a similar one proves nothing. */
async function expectPasswordChecked({ call }: Pick<Shop, 'call'>, { email, password }: Account) {
  const exchange = await call('login', { body: { email, password: `not-${password}` } });
  expectRefused(exchange, 'password', { level: 'unsafe' });
}

test('signup: A visitor signs up and gets a token', async ({ accounts }) => {
  await accounts.signup(accounts.newAccount());
});

test('login: A shopper logs in, and the token opens the cart', async ({ signup, device }) => {
  const ada = await signup();
  const again = await device(ada);
  await again.openCart();
});

/** Somebody with special data signs up, logs in and opens the cart. */
async function enter({ signup, device }: Shop, special: Partial<Account>) {
  const ada = await signup(special);
  const again = await device(ada);
  await again.openCart();
}

test('nameOutsideAscii: Names of all alphabets can sign up', async (shop) => {
  for (const name of ['Zoë Łukasz-Ñandú', '山田 太郎', "Siobhán O'Brien 😀"]) await enter(shop, { name });
});

test('emailWithPlus: An email with a plus sign and the one without it both sign up', async (shop) => {
  const email = shop.newEmail();
  await enter(shop, { email });
  await enter(shop, { email: email.replace('@', '+shop@') });
});

test('unusualEmail: Emails with capitals, dots, apostrophes and long domains sign up and log in', async (shop) => {
  const { newEmail } = shop;
  await enter(shop, { email: newEmail().replace('contract', 'Contract').replace('@e', '@E') });
  await enter(shop, { email: newEmail().replace('@', ".o'brien@") });
  const email = newEmail().replace('@', '_1@mail.shop-24.');
  await enter(shop, { email: email.replace('.example.com', '.example.technology') });
});

test('passwordWithSpaces: Signup and login treat spaces around a password in the same way', async (shop) => {
  const { signup, call, newAccount, password } = shop;
  const plain = await signup();
  const spaced = newAccount({ password: ` ${password} ` });
  const signedUp = await call('signup', { body: spaced });
  if (!isRefusal(signedUp)) {
    expectAccepted(signedUp);
    const { email } = spaced;
    const login = await call('login', { body: { email, password: spaced.password } });
    const cause = 'One of signup and login removes the spaces, and the other does not.';
    expectThat(login, isSuccess(login), { expected: 'A success: the password of the signup.', cause });
    // Both remove the spaces.
    if (isSuccess(await call('login', { body: { email, password } }))) return;
  }
  await expectPasswordChecked({ call }, plain.account);
  const body = { email: plain.account.email, password: ` ${plain.account.password} ` };
  expectRefused(await call('login', { body }), 'password', {
    level: 'unsafe',
    cause: 'The login removes spaces around the password, and the signup does not.',
  });
});

test('passwordInFull @unsafe: Every character of a password counts', async (shop) => {
  const { signup, login, call, password } = shop;
  const ada = await signup({ password: `${password}-${password.slice(4)}` }).catch((error) => {
    if (error instanceof Skip && !error.isBlocking) return signup();
    throw error;
  });
  await login(ada.account);
  await expectPasswordChecked({ call }, ada.account);
  const { email, password: own } = ada.account;
  await tryEach(Object.entries(similarPasswords), 'unsafe', async ([cause, change]) => {
    const wrong = change(own);
    // A password of --account may have no letters.
    if (wrong === own) return;
    const exchange = await call('login', { body: { email, password: wrong } });
    expectRefused(exchange, 'password', { level: 'unsafe', cause });
  });
});

test('longPasswordInFull @strict: Every character of a password of 100 counts', async (shop) => {
  const { call, login, newAccount, password } = shop;
  const account = newAccount({ password: password.padEnd(100, 'aB3$') });
  const signup = await call('signup', { body: account });
  if (isRefusal(signup)) return;
  expectAccepted(signup);
  await login(account);
  await expectPasswordChecked({ call }, account);
  const body = { email: account.email, password: misspell(account.password, 72) };
  expectRefused(await call('login', { body }), 'password', {
    level: 'strict',
    cause: 'Only the first 72 characters count, as in bcrypt: refuse longer passwords, or hash them first.',
  });
});

test('passwordOutsideAscii: Passwords of any alphabet log in, and every letter counts', async (shop) => {
  const { signup, login, call, password } = shop;
  const ada = await signup({ password: `${password.slice(0, 10)} пароль é 密` });
  await login(ada.account);
  await expectPasswordChecked({ call }, ada.account);
  const { email, password: own } = ada.account;
  const body = { email, password: own.replace('пароль', 'париль') };
  expectRefused(await call('login', { body }), 'password', { level: 'breaks' });
});

test('duplicateSignup @unsafe: A second signup with the same email is refused, and the first account stays', async (shop) => {
  const { signup, login, call, newAccount } = shop;
  const ada = await signup();
  const { email } = ada.account;
  const other = newAccount({ email, password: `another-${ada.account.password}` });
  expectRefused(await call('signup', { body: other }), 'email', { level: 'unsafe' });
  await login(ada.account);
  const body = { email, password: other.password };
  expectRefused(await call('login', { body }), 'password', { level: 'unsafe' });
});

test('duplicateSignupInOtherCase @unsafe: A signup with an email in another spelling leaves the account alone', async (shop) => {
  const { signup, device, call, newAccount, item } = shop;
  const ada = await signup();
  await ada.add(item, 1);
  const { email } = ada.account;
  const password = `another-${ada.account.password}`;
  for (const spelling of [email.toUpperCase(), ` ${email}`, `${email} `]) {
    const exchange = await call('signup', { body: newAccount({ email: spelling, password }) });
    const { token } = (exchange.body ?? {}) as { token?: string };
    if (isSuccess(exchange) && token) {
      const cart = await call('getCart', { token });
      const isTakenOver = JSON.stringify(cart.body).includes(JSON.stringify(item._id));
      const expected = 'An empty cart, or a refused signup.';
      expectThat(cart, !isTakenOver, { expected, shape: "somebody else's cart" });
    }
    expectRefused(await call('login', { body: { email, password } }), 'password', { level: 'unsafe' });
  }
  const again = await device(ada);
  await again.expectCart();
});

test('tokenLasts: A token that says when it expires lasts for more than a minute', async (shop) => {
  const { signup, call } = shop;
  const { email, password } = (await signup()).account;
  const exchange = await call('login', { body: { email, password } });
  expectAccepted(exchange);
  const { exp, iat = Date.now() / 1000 } = claimsOf((exchange.body as { token: string }).token) ?? {};
  const seconds = typeof exp === 'number' ? Math.round(exp - Number(iat)) : Number.POSITIVE_INFINITY;
  const got = `The token expires after ${seconds} s ("exp").`;
  expectThat(exchange, seconds > 60, { expected: 'A token for a visit.', got, shape: 'expires' });
});
