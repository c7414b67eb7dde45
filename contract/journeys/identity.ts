import { type Exchange, fieldsOf, isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectThat, tryEach } from '../judge/expect.ts';
import { FOREIGN_REMOVAL, type Shop, Shopper } from '../judge/shop.ts';
import { claimsOf, decodeText, explainGuess, type Issued } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** A new shopper, with the ids that the response and the token show. */
async function signupShowingIds(shop: Shop) {
  const account = shop.newAccount();
  const exchange = await shop.accounts.signup(account);
  const shopper = new Shopper(shop, shop.accounts.tokenOf(exchange), account);
  const fields = fieldsOf([exchange.body, claimsOf(shopper.token)]);
  const ids = fields.filter(
    ([name, value]) => /^(_?id|.+_?id|sub|uid)$/i.test(name) && value !== account.email,
  );
  return { shopper, ids: new Set(ids.map(([, id]) => id)) };
}

/** Headers in which careless backends look for the caller: those that a gateway sets. */
const CALLER_HEADERS = [
  'x-user-id',
  'x-userid',
  'x-user',
  'x-user-email',
  'x-customer-id',
  'x-forwarded-user',
];

/** The cookies that a response sets, as a browser sends them. */
const cookiesOf = ({ headers }: Exchange) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Fields in which careless backends look for the caller. */
const CALLER_FIELDS = ['userId', 'user_id', 'user', 'email', 'customerId', 'ownerId', 'owner', 'cartId'];
const callingAs = (id: string | number) => Object.fromEntries(CALLER_FIELDS.map((name) => [name, id]));
const headersOf = (id: string | number) => Object.fromEntries(CALLER_HEADERS.map((name) => [name, `${id}`]));

test('ownerIsTheTokens @unsafe: The token alone decides whose cart is read and changed', async (shop) => {
  const { call, item, other, signup } = shop;
  const ada = await signup();
  const { shopper: bob, ids } = await signupShowingIds(shop);
  const { token } = ada;
  await bob.add(item, 2);
  await bob.expectCart();
  const login = await shop.tryToLogIn(bob.account);
  await bob.expectCart();
  // If this changes Bob's cart, the fields and headers below are not the cause.
  await call('removeFromCart', { token, body: { itemId: item._id } });
  await bob.expectCart(FOREIGN_REMOVAL);
  await ada.expectCart();
  const asBob = [bob.account.email, ...ids].flatMap((id) => [
    {
      cause: 'The body or the query decides who the caller is, instead of the token.',
      fields: callingAs(id),
    },
    {
      cause: 'A header of the request decides who the caller is, instead of the token.',
      headers: headersOf(id),
    },
  ]);
  const cookie = cookiesOf(login);
  if (cookie)
    asBob.push({ cause: 'A cookie decides who the caller is, instead of the token.', headers: { cookie } });
  for (const { cause, fields, headers } of asBob) {
    const proof = { cause, evidence: cause };
    const sent = { token, ...(headers && { headers }) };
    const added = await call('addToCart', { ...sent, body: { itemId: other._id, quantity: 1, ...fields } });
    if (isSuccess(added)) ada.expected.set(other._id, (ada.expected.get(other._id) ?? 0) + 1);
    await call('removeFromCart', { ...sent, body: { itemId: item._id, ...fields } });
    const opened = await call('getCart', { ...sent, ...(fields && { query: fields }) });
    const isBobs = isSuccess(opened) && JSON.stringify(opened.body).includes(JSON.stringify(item._id));
    expectThat(opened, !isBobs, { expected: "The caller's own cart, or a refusal.", ...proof });
    await bob.expectCart(proof);
  }
});

test('accountIsNotChosen @unsafe: A signup cannot choose its token or the id of another account', async (shop) => {
  const { call, device, newAccount, newEmail, item } = shop;
  const { shopper: bob, ids } = await signupShowingIds(shop);
  await bob.add(item, 2);
  for (const id of ids) await call('signup', { body: { ...newAccount(), _id: id, id, userId: id } });
  const token = `chosen-${newEmail()}`;
  const exchange = await call('signup', { body: { ...newAccount(), token } });
  const { token: issued } = (exchange.body ?? {}) as { token?: unknown };
  const expected = 'A token of the backend, or a refusal.';
  expectThat(exchange, issued !== token, { expected, shape: 'with a chosen token' });
  const again = await device(bob);
  await again.expectCart();
});

test('tokenCannotBeGuessed @unsafe: A token is random, or signed with a secret', async (shop) => {
  const { accounts, newAccount } = shop;
  const issued: Issued[] = [];
  for (const account of [newAccount(), newAccount(), newAccount()]) {
    const from = Date.now();
    const exchange = await accounts.signup(account);
    issued.push({ ...account, token: accounts.tokenOf(exchange), from, to: Date.now() });
    const cause = explainGuess(issued);
    const expected = 'A random token, or a token that is signed with a secret.';
    expectThat(exchange, !cause, { expected, cause, shape: 'a token that can be guessed' });
  }
});

function expectNoPassword(exchange: Exchange, passwords: string[]) {
  const found = findPassword(exchange, passwords);
  expectThat(exchange, !found, {
    expected: 'A response without a password.',
    level: 'unsafe',
    evidence: 'a password in a response',
    cause: found && `The ${isRefusal(exchange) ? 'refusal' : 'response'} contains ${found}.`,
  });
}

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

test('passwordStaysSecret @unsafe: No response and no token contains a password or its hash', async (shop) => {
  const { accounts, call, newAccount } = shop;
  const account = newAccount();
  const { name, email, password } = account;
  const wrong = `wrong-${password}`;
  const requests: [id: string, body: object][] = [
    ['login', { email, password }],
    ['login', { email, password: wrong }],
    ['login', { password }],
    ['login', { email: 7, password }],
    ['signup', { name, email, password: wrong }],
    ['signup', { name, password }],
    ['signup', { email: 'no email', name: '', password }],
  ];
  expectNoPassword(await accounts.signup(account), [password]);
  await tryEach(requests, async ([id, body]) =>
    expectNoPassword(await call(id, { body }), [password, wrong]),
  );
});
