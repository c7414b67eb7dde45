import type { Account } from '../judge/accounts.ts';
import { isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, tryEach } from '../judge/expect.ts';
import type { Shop } from '../judge/shop.ts';
import { test } from './journey.ts';

/** How many characters of a password careless backends read. */
const CUTS = [8, 12, 16, 20, 24, 32, 56, 64, 72];
/** The level of a fault that only passwords of this length show. Shoppers' passwords are rarely longer than 24 characters. */
const levelOf = (length: number) => (length > 24 ? ('strict' as const) : undefined);
const cut = (password: string, length: number) => ({
  cause: `At most the first ${length} characters of a password count: refuse longer ones, or hash them first.`,
  password: password.slice(0, length).padEnd(password.length, 'x'),
  level: levelOf(length),
});

const LONG_EMAIL = 'With a long email, any password logs in. A hash of both may read only their beginning.';

/** Passwords that careless backends take for this one, and the cause if one of them logs in. */
function similarTo(password: string) {
  const level = levelOf(password.length);
  // A backend may ignore spaces at the end.
  const endAs = (character: string) => password.replace(/\S(?=\s*$)/, character);
  return [
    ...CUTS.filter((length) => length < password.length).map((length) => cut(password, length)),
    { cause: 'The end of the password is cut off.', password: endAs('~'), level },
    { cause: 'A part of the password is enough.', password: endAs(''), level },
    { cause: 'Characters after the password are cut off.', password: `${password}x`, level },
    { cause: 'The case of letters does not count.', password: password.toUpperCase() },
    { cause: 'A letter outside ASCII does not count.', password: password.replace('пароль', 'париль') },
  ];
}

/** Signs up with unusual data. If the backend refuses it, which it may, returns undefined. */
async function signupWith({ call, newAccount }: Shop, unusual: Partial<Account>) {
  const account = newAccount(unusual);
  const exchange = await call('signup', { body: account });
  if (isRefusal(exchange)) return undefined;
  expectAccepted(exchange);
  return account;
}

/** A visitor signs up, logs in and opens the cart. */
async function enter(shop: Shop, data: Partial<Account>) {
  const { account } = await shop.signup(data);
  await (await shop.login(account)).openCart();
}

test('signup @signup: A visitor signs up and gets a token', async ({ call, newAccount }) =>
  expectAccepted(await call('signup', { body: newAccount() })));

test('emptyCart: The cart of a new shopper is an empty list', async ({ signup }) =>
  (await signup()).expectCart());

test('login: A shopper logs in on two devices, and opens the cart again on each', async (shop) => {
  const { signup, device } = shop;
  const phone = await signup();
  await phone.openCart();
  const laptop = await device(phone);
  await laptop.openCart();
  await phone.openCart();
  await laptop.openCart();
});

test('nameOutsideAscii @signup: Visitors with names in any alphabet sign up and log in', async (shop) => {
  // A careless backend cuts a name within a character.
  const names = ['Zoë Łukasz-Ñandú', '山田太郎左衛門', 'Анна-Мария Преображенская', "Siobhán O'Brien"];
  await tryEach(names, (name) => enter(shop, { name }));
  const withEmoji = await signupWith(shop, { name: 'Ada 😀' });
  if (withEmoji) await shop.login(withEmoji);
});

test('unusualEmail @signup: Emails with a plus sign or capitals sign up and log in', async (shop) => {
  const { newEmail } = shop;
  const plain = newEmail();
  const emails = [
    plain,
    plain.replace('@', '+shop@'),
    newEmail().replace('contract', 'Contract').replace('@e', '@E'),
  ];
  await tryEach(emails, (email) => enter(shop, { email }));
});

/** Expects that only the whole password opens the account. `cause`: why any other password would open it. */
async function expectInFull({ tryToLogIn }: Shop, account: Account, cause?: string) {
  const loginWith = (password: string) => tryToLogIn({ ...account, password });
  expectRefused(await loginWith(`not-${account.password}`), 'password', { cause });
  const similar = similarTo(account.password).filter(({ password }) => password !== account.password);
  await tryEach(similar, async ({ password, ...details }) =>
    expectRefused(await loginWith(password), 'password', details),
  );
}

test('passwordInFull @unsafe: Every character of a password counts', async (shop) => {
  const { accounts, call, login, newAccount, newEmail, signup, tryToLogIn } = shop;
  const { account: ada } = await signup();
  const short = accounts.newPassword();
  const long = [`${short}-${short.slice(4)}`, short.padEnd(100, 'aB3$')];
  // A careless backend trims the password at signup only.
  const unusual = [...long, `пароль é 密 ${short}`, ` ${short} `];
  const attempts = [
    () => expectInFull(shop, ada),
    async () => {
      // bcrypt reads 72 bytes: if it hashes the email, too, a long one leaves none for the password.
      const account = newAccount({ email: newEmail().replace('@', `@${'long'.repeat(15)}.`) });
      const entries = [await call('signup', { body: account }), await tryToLogIn(account)];
      // A backend may limit the length of an email.
      if (entries.every(isSuccess)) await expectInFull(shop, account, LONG_EMAIL);
    },
    ...unusual.map((password) => async () => {
      const account = await signupWith(shop, { password });
      if (!account) return;
      await login(account);
      await expectInFull(shop, account);
    }),
  ];
  await tryEach(accounts.isOpen ? attempts : attempts.slice(0, 1), (attempt) => attempt());
  const { account: bob } = await signup();
  // Accounts of --account may share a password.
  if (ada.password === bob.password) return;
  const exchange = await tryToLogIn({ ...ada, password: bob.password });
  expectRefused(exchange, 'password', { cause: 'The password of another account logs in.' });
});
