import { type Exchange, fieldsOf, isRefusal, isSuccess, type Sent } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, expectThat } from '../judge/expect.ts';
import { errorOf, Failure } from '../judge/failure.ts';
import { operations } from '../judge/files.ts';
import { FOREIGN_REMOVAL, itemIdsIn, LEAK, type Shop, Shopper } from '../judge/shop.ts';
import { claimsOf, explainGuess, type Issued } from '../judge/tokens.ts';
import { test } from './journey.ts';
import { validRequest } from './refusals.ts';

/** The ids in the response to a signup or login, and those in its token. */
function idsIn({ body, sent }: Exchange) {
  const { token } = Object(body) as { token?: unknown };
  const { email } = Object(sent.body) as { email?: unknown };
  const fields = fieldsOf([body, claimsOf(`${token}`)]);
  const ids = fields.filter(([name, value]) => /^(_?id|.+_?id|sub|uid)$/i.test(name) && value !== email);
  return new Set(ids.map(([, id]) => id));
}

/** The cookies that a response sets, as a browser sends them. */
const cookiesOf = ({ headers }: Exchange) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A Cookie header. It includes that of --header, which may let the kit through a gateway. */
const joinCookies = ({ accounts }: Shop, ...cookies: string[]) =>
  [accounts.client.conditions.headers.cookie, ...cookies].filter(Boolean).join('; ');

/** Fields in which careless backends look for the caller. */
const CALLER_FIELDS = ['userId', 'user_id', 'user', 'email', 'customerId', 'ownerId', 'owner', 'cartId'];
const callingAs = (id: string | number) => Object.fromEntries(CALLER_FIELDS.map((name) => [name, id]));

test('ownerIsTheTokens @unsafe: The token alone decides whose cart is read and changed', async (shop) => {
  const { call, item, other, signup } = shop;
  const ada = await signup();
  const bob = await signup();
  const { token } = ada;
  await bob.add(item, 2);
  await bob.add(other, 1);
  await bob.expectCart();
  const login = await shop.tryToLogIn(bob.account);
  await bob.expectCart();
  // If this changes Bob's cart, the fields and the cookie below are not the cause.
  await call('removeFromCart', { token, body: { itemId: item._id } });
  await bob.expectCart(FOREIGN_REMOVAL);
  await ada.expectCart();
  const inFields = 'The body or the query decides who the caller is, instead of the token.';
  const asBob: (Pick<Sent, 'headers'> & { cause: string; fields?: object })[] = [
    bob.account.email,
    ...idsIn(login),
  ].map((id) => ({ cause: inFields, fields: callingAs(id) }));
  const cookie = cookiesOf(login);
  if (cookie) {
    const headers = { cookie: joinCookies(shop, cookie) };
    asBob.push({ cause: 'A cookie decides who the caller is, instead of the token.', headers });
    const cause = 'A cookie is enough without a token, which may let pages of other sites change the cart.';
    for (const id of ['getCart', 'addToCart']) {
      const body = { itemId: other._id, quantity: 1 };
      // If the call needs no token, the cookie is not the cause.
      if (isSuccess(await call(id, { body }))) continue;
      expectRefused(await call(id, { body, headers }), 'token', { cause });
    }
  }
  for (const { cause, fields, headers } of asBob) {
    const details = { level: 'unsafe', cause } as const;
    for (const operation of operations.filter(({ isSecured, hasBody }) => isSecured && hasBody)) {
      const { body } = validRequest(operation, shop, ada);
      await call(operation.id, { token, headers, body: { ...Object(body), ...fields } });
    }
    const opened = await call('getCart', { token, headers, query: { ...fields } });
    // Only Bob has `other`.
    const isBobs = isSuccess(opened) && itemIdsIn(opened).includes(other._id);
    expectThat(opened, !isBobs, details);
    await bob.expectCart(details);
  }
});

test('browserHeaders: What a browser adds to a call changes nothing', async (shop) => {
  const { accounts, call, catalogue, expectItems, item, signup, tryToLogIn } = shop;
  const { api, origin } = accounts.client.conditions;
  const ada = await signup();
  const own = cookiesOf(await tryToLogIn(ada.account));
  const others = `consent=${'x'.repeat(1500)}`;
  const added: Record<string, Record<string, string>> = {
    'German as the language (Accept-Language)': { 'accept-language': 'de-DE,de;q=0.9' },
    // The store sends no cookies to another origin. With --origin, every call of a run has the Origin.
    ...(!origin && {
      'the cookies of the site, 1,500 bytes of them': { cookie: joinCookies(shop, own, others) },
      'the Origin of this address (if the store has another one, use --origin)': {
        origin: new URL(api).origin,
      },
    }),
  };
  const filter = { priceMin: catalogue.prices.find((price) => price % 1 !== 0) ?? 0.5 };
  const body = { itemId: item._id, quantity: 1 };
  // Without these headers, the calls have to work.
  await expectItems(filter);
  await ada.add(item, 1);
  await ada.remove(item);
  for (const [what, headers] of Object.entries(added)) {
    const cause = `A call goes wrong if a browser sends ${what} with it.`;
    // Browsers add the Origin to POST only.
    const { origin: _, ...forList } = headers;
    const error = await errorOf(async () => {
      await expectItems(filter, forList);
      expectAccepted(await call('addToCart', { headers, token: ada.token, body }));
    });
    if (error instanceof Failure) throw new Failure(error.exchange, { ...error.details, cause });
    if (error) throw error;
    await call('removeFromCart', { token: ada.token, body });
  }
});

/** Expects that the password of another signup does not open the account. */
export async function expectOwnPassword({ tryToLogIn }: Shop, email: string, password: string) {
  const login = await tryToLogIn({ email, password });
  // If other passwords log in, too, the signup is not the cause.
  const isCause = isSuccess(login) && isRefusal(await tryToLogIn({ email, password: `not-${password}` }));
  const cause = 'A second signup with an email, perhaps in another spelling, changes who can log in.';
  expectRefused(login, 'password', isCause ? { cause } : {});
}

test('duplicateSignup @unsafe @signup: A second signup with an email is refused, and one in another spelling leaves the account alone', async (shop) => {
  const { signup, device, call, newAccount, item } = shop;
  const ada = await signup();
  const { email } = ada.account;
  const password = `another-${ada.account.password}`;
  const signUpAgain = (spelling: string) =>
    call('signup', { body: newAccount({ email: spelling, password }) });
  expectRefused(await signUpAgain(email), 'email');
  await ada.add(item, 1);
  // Unicode normalization (NFKC) turns a full-width character into the ordinary one.
  const inFullWidth = email.replace(/.(?=@)/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  for (const spelling of [email.toUpperCase(), ` ${email}`, `${email} `, inFullWidth]) {
    const { token } = Object((await signUpAgain(spelling)).body) as { token?: string };
    if (!token) continue;
    const cart = await call('getCart', { token });
    expectThat(cart, !itemIdsIn(cart).includes(item._id), { ...LEAK, level: 'unsafe' });
  }
  // Only once: some backends lock an account after three wrong passwords.
  await expectOwnPassword(shop, email, password);
  const again = await device(ada);
  await again.expectCart();
});

test('emailInOtherDomain @unsafe @signup: The same name in another domain is another account', async (shop) => {
  const { signup, call, login, tryToLogIn, newAccount, newEmail, item } = shop;
  const ada = await signup();
  await ada.add(item, 1);
  const inOtherDomain = (email: string) => newAccount({ email: email.replace('@', '@other.') });
  const other = inOtherDomain(ada.account.email);
  expectRefused(await tryToLogIn({ ...ada.account, email: other.email }), 'email');
  const exchange = await call('signup', { body: other });
  if (isRefusal(exchange)) {
    const control = await call('signup', { body: inOtherDomain(newEmail()) });
    const cause = 'Emails are the same account if they only differ in their domain.';
    expectThat(exchange, isRefusal(control), { level: 'breaks', cause });
    return;
  }
  const bob = await login(other);
  await bob.expectCart();
  await ada.expectCart();
});

test('accountIsNotChosen @unsafe @signup: A signup cannot choose its token or the id of another account', async (shop) => {
  const { call, device, newAccount, newEmail, item, signup, tryToLogIn } = shop;
  const bob = await signup();
  await bob.add(item, 2);
  await bob.expectCart();
  const cause = 'A signup with the id of another account opens or changes that account.';
  const details = { cause, level: 'unsafe' } as const;
  for (const id of idsIn(bob.session)) {
    const account = newAccount();
    const chosen = await call('signup', { body: { ...account, _id: id, id, userId: id } });
    if (isSuccess(chosen) && !chosen.responseError)
      await new Shopper(shop, chosen, account).expectCart(details);
  }
  const login = await tryToLogIn(bob.account);
  // If nobody can log in, the signup is not the cause.
  if (!isSuccess(login)) await device(await signup());
  expectAccepted(login, details);
  await new Shopper(shop, login, bob.account, bob.expected).expectCart(details);
  const token = `chosen-${newEmail()}`;
  const exchange = await call('signup', { body: { ...newAccount(), token } });
  const { token: issued } = (exchange.body ?? {}) as { token?: unknown };
  expectThat(exchange, issued !== token, { kind: 'with a chosen token' });
});

test('tokenCannotBeGuessed @unsafe: A token is random, or signed with a secret', async (shop) => {
  const { signup } = shop;
  const issued: Issued[] = [];
  for (let count = 0; count < 3; count++) {
    const from = Date.now();
    const shopper = await signup();
    issued.push({ ...shopper.account, token: shopper.token, from, to: Date.now() });
    const cause = explainGuess(issued);
    expectThat(shopper.session, !cause, { cause, kind: 'a token that can be guessed' });
  }
});
