import { type Exchange, isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectAnswered, expectThat } from '../judge/expect.ts';
import type { Shop } from '../judge/shop.ts';
import { Shopper } from '../judge/shopper.ts';
import { claimsOf, decodeText, explainGuess, type Issued } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** A new shopper, with the ids that the responses and the token show. */
async function signupShowingIds(shop: Shop) {
  const account = shop.newAccount();
  const exchange = await shop.accounts.signup(account);
  const shopper = new Shopper(shop, shop.accounts.tokenOf(exchange), account);
  const ids = new Set<string | number>([account.email]);
  // JSON.stringify visits each value with its key.
  JSON.stringify([exchange.body, claimsOf(shopper.token)], (key, value) => {
    const isId = /^(_?id|.+_?id|sub|uid)$/i.test(key) && /string|number/.test(typeof value);
    if (isId) ids.add(value);
    return value;
  });
  return { shopper, ids: [...ids] };
}

/** Fields in which careless backends look for the caller. */
const CALLER_FIELDS = ['userId', 'user_id', 'user', 'email', 'customerId', 'ownerId', 'owner', 'cartId'];
const callingAs = (id: string | number) => Object.fromEntries(CALLER_FIELDS.map((name) => [name, id]));

/** The password itself, or something that looks like its hash, in a response. */
function findPassword({ body, headers }: Exchange, passwords: string[]): string | undefined {
  const json = JSON.stringify(body) ?? '';
  const text = [json, decodeText(json), ...headers.values()].join(' ');
  if (passwords.some((password) => text.includes(password))) return 'the password';
  const values = [...text.matchAll(/"(\w+)":"([^"]+)"/g)];
  const isHash = values.some(([, name = '', value = '']) => {
    const isPlain = /^([\da-f]{32,}|[A-Za-z0-9+/]{40,}={0,2})$/i.test(value);
    return /^\$(2[abxy]|argon2\w*|scrypt|pbkdf2|[156])\$/.test(value) || (isPlain && /pass|pwd/i.test(name));
  });
  return isHash ? 'a hash of the password' : undefined;
}

test('ownerIsTheTokens @unsafe: A body or a query that names another shopper changes and shows nothing of theirs', async (shop) => {
  const { call, item, other, signup } = shop;
  const ada = await signup();
  const { shopper: bob, ids } = await signupShowingIds(shop);
  await bob.add(item, 2);
  await bob.expectCart();
  await ada.expectCart();
  const cause = 'Who calls is read from the body or the query, and not from the token.';
  const { token } = ada;
  for (const id of ids) {
    await ada.tryToAdd({ itemId: other._id, quantity: 1, ...callingAs(id) });
    await call('removeFromCart', { token, body: { itemId: item._id, ...callingAs(id) } });
    const opened = await call('getCart', { token, query: callingAs(id) });
    const isBobs = isSuccess(opened) && JSON.stringify(opened.body).includes(JSON.stringify(item._id));
    expectThat(opened, !isBobs, {
      expected: "The caller's own cart, or a refusal.",
      cause,
      evidence: cause,
    });
    await bob.expectCart({ cause, evidence: cause });
  }
});

test('priceIsTheShops @unsafe: A price and a name that come with an addition count for nothing', async (shop) => {
  const { signup, item } = shop;
  const { _id, price } = item;
  const ada = await signup();
  const cheap = { _id, name: 'Contract Test', price: price / 100 + 0.01 };
  const more = { ...cheap, unitPrice: cheap.price, total: 0, item: cheap };
  await ada.tryToAdd({ itemId: _id, quantity: 2, ...more });
  await ada.expectCart();
});

test('quantityIsANumber @strict: A quantity in quotes is refused, or counts as the number that it is', async (shop) => {
  const { signup, item } = shop;
  const ada = await signup();
  for (const quantity of ['2', '2']) await ada.tryToAdd({ itemId: item._id, quantity });
  await ada.expectCart();
});

test('hugeQuantity @strict: A huge quantity is refused, or the cart can still be read', async (shop) => {
  const { signup, call, item } = shop;
  for (const quantity of [1e308, 2 ** 53 - 1, 2 ** 31 - 1]) {
    const ada = await signup();
    const body = { itemId: item._id, quantity };
    for (let time = 0; time < 2; time++)
      expectAnswered(await call('addToCart', { token: ada.token, body }), 'strict');
    await ada.openCart();
  }
});

test('accountIsNotChosen @unsafe: A signup that brings a token or the id of another account gets neither', async (shop) => {
  const { call, newAccount, newEmail, item } = shop;
  const { shopper: bob, ids } = await signupShowingIds(shop);
  await bob.add(item, 2);
  for (const id of ids.filter((value) => value !== bob.account.email))
    await call('signup', { body: { ...newAccount(), _id: id, id, userId: id } });
  const token = `chosen-${newEmail()}`;
  const exchange = await call('signup', { body: { ...newAccount(), token } });
  const { token: issued } = (exchange.body ?? {}) as { token?: unknown };
  expectThat(exchange, issued !== token, {
    expected: 'A token of the backend, or a refusal.',
    shape: 'with a chosen token',
  });
  const again = await shop.device(bob);
  await again.expectCart();
});

test('tokenCannotBeGuessed @unsafe: Nobody can tell the token of a shopper from those of others, or write one', async (shop) => {
  const { accounts, newAccount } = shop;
  const issued: Issued[] = [];
  for (const account of [newAccount(), newAccount(), newAccount()]) {
    const exchange = await accounts.signup(account);
    issued.push({ ...account, token: accounts.tokenOf(exchange) });
    const cause = explainGuess(issued);
    const expected = 'A random token, or one that is signed with a secret.';
    expectThat(exchange, !cause, { expected, cause, shape: 'a token that can be written' });
  }
});

test('passwordStaysSecret @unsafe: No response and no token contains a password, hashed or not', async (shop) => {
  const { accounts, call, newAccount, password } = shop;
  const account = newAccount();
  const { name, email } = account;
  const wrong = `wrong-${password}`;
  await accounts.signup(newAccount());
  const calls: [id: string, body: object][] = [
    ['signup', account],
    ['login', account],
    ['login', { email, password: wrong }],
    ['login', { password }],
    ['login', { email: 7, password }],
    ['signup', { name, email, password: wrong }],
    ['signup', { name, password }],
    ['signup', { email: 'no email', name: '', password }],
  ];
  for (const [id, body] of calls) {
    const exchange = await call(id, { body: id === 'login' ? { ...body, name: undefined } : body });
    const found = findPassword(exchange, [password, wrong]);
    expectThat(exchange, !found, {
      expected: 'A response without a password.',
      shape: 'with a password',
      evidence: 'a password in a response',
      cause: found && `The ${isRefusal(exchange) ? 'refusal' : 'response'} contains ${found}.`,
    });
  }
  expectAccepted(await call('login', { body: { email, password } }));
});
