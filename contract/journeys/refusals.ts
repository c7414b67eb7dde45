import { isRefusal, type Sent } from '../judge/exchange.ts';
import { expectRefused, INJECTION, tryEach } from '../judge/expect.ts';
import { errorOf } from '../judge/failure.ts';
import type { Level } from '../judge/level.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** What is wrong in a request: fields of the body, a text as the body, or the token. */
type Wrong = Pick<Sent, 'text' | 'token'> & {
  fields?: Record<string, unknown>;
  /** Why a backend accepts it, provided that it refuses all requests without a cause that come before. */
  cause?: string | undefined;
};

type Choose = (shop: Shop, ada: Shopper) => Wrong[];
type Valid = { token?: string; body: object };
type Refusals = { operation: string; valid: Valid; wrong: Wrong[]; level: Level };

/** Sends every wrong request, each of which must be refused. */
async function expectEachRefused({ call }: Shop, { operation, valid, wrong, level }: Refusals) {
  let isProven = true;
  await tryEach(wrong, async (request) => {
    const exchange = await call(operation, spoil(valid, request));
    if (!request.cause) isProven &&= isRefusal(exchange);
    const cause = isProven ? request.cause : undefined;
    // A forged token is one fault, whichever call accepts it.
    const evidence = request.token === undefined ? undefined : cause;
    expectRefused(exchange, describeWrong(request), { level, cause, evidence });
  });
}

/** The valid request with the mistake in it. */
function spoil({ token, body }: Valid, wrong: Wrong): Sent {
  const request = { token: 'token' in wrong ? wrong.token : token };
  if ('text' in wrong) return { ...request, text: wrong.text };
  return { ...request, body: { ...body, ...wrong.fields } };
}

/** The field, token or body that is wrong. */
function describeWrong(wrong: Wrong): string {
  if ('text' in wrong) return 'body';
  return Object.keys(wrong.fields ?? {})[0] ?? 'token';
}

/** Requests in which a field has one of these values. */
const each = (field: string, values: unknown[], cause?: string): Wrong[] =>
  values.map((value) => ({ fields: { [field]: value }, cause }));

/** A query operator, which reaches the database if the backend passes the body on. */
const operator = { $ne: '' };

const notJson = () => ['{"email":', 'text', '', 'null', '[]', '7', undefined].map((text) => ({ text }));

/** A careless backend may have one account without an email, also from an earlier run. This is its password. */
const nobodysPassword = 'nobodys-Password-1!';

/** Declares a journey in which every wrong login is refused. */
function refuseLogin(id: string, words: string, choose: Choose) {
  test(`${id}: A login ${words} is refused`, async (shop, level) => {
    const ada = await shop.signup();
    const { email, password } = ada.account;
    const valid = { body: { email, password } };
    await expectEachRefused(shop, { operation: 'login', valid, wrong: choose(shop, ada), level });
  });
}

/** Declares a journey in which every wrong signup is refused. */
function refuseSignup(id: string, words: string, choose: (shop: Shop) => Wrong[]) {
  test(`${id}: A signup ${words} is refused`, async (shop, level) => {
    const valid = { body: shop.newAccount() };
    await expectEachRefused(shop, { operation: 'signup', valid, wrong: choose(shop), level });
  });
}

/** If a backend accepts these logins, the others do not prove a cause. */
const plainlyWrong = ({ newEmail }: Shop): Wrong[] => [
  { fields: { password: 'not-the-password' } },
  { fields: { email: newEmail(), password: 'not-the-password' } },
];

refuseLogin('wrongPassword @unsafe', 'with a wrong password', () => each('password', ['not-the-password']));
refuseLogin('unknownEmail @unsafe', 'with an unknown email', (shop) => each('email', [shop.newEmail()]));
refuseLogin('loginWithoutPassword @unsafe', 'without a password', () =>
  each('password', [undefined, '', null]),
);
refuseLogin('loginWithoutEmail @unsafe', 'without an email', () =>
  [undefined, '', null].map((email) => ({ fields: { email, password: nobodysPassword } })),
);

refuseLogin('loginWithWrongType @unsafe', 'with an email or a password that is not a string', (shop) => {
  const cause = 'The body reaches the database as it came, with query operators in it.';
  return [
    ...plainlyWrong(shop),
    ...each('password', [operator, { $gt: '' }, true, [], ['']], cause),
    ...each('email', [operator, { $gt: '' }], cause),
    { fields: { email: operator, password: operator }, cause },
  ];
});

refuseLogin('loginWithQuotes @unsafe', 'with SQL in its email or password', (shop, ada) => {
  const own = ada.account.email;
  const emails = [`${own}' -- `, `${own}'--`, `${own}' #`, "' OR '1'='1' -- ", "x' OR 1=1 -- @example.com"];
  return [
    ...plainlyWrong(shop),
    ...each('password', ["' OR '1'='1", "' OR 1=1 --", '*', '%'], INJECTION),
    ...emails.map((email) => ({ fields: { email, password: 'not-the-password' }, cause: INJECTION })),
  ];
});

refuseLogin('loginWithoutJson @strict', 'with a body that is not a JSON object', notJson);

refuseSignup('signupWithoutName @strict', 'without a name', () => each('name', [undefined, '']));
refuseSignup('signupWithoutPassword @unsafe', 'without a password', () => each('password', [undefined, '']));
refuseSignup('signupWithoutEmail @strict', 'without an email', () =>
  [undefined, ''].map((email) => ({ fields: { email, password: nobodysPassword } })),
);
refuseSignup('signupWithWrongEmail @strict', 'with an invalid email', ({ newEmail }) =>
  each('email', [newEmail().replace('@', '.')]),
);
refuseSignup('signupWithWrongType @strict', 'whose password is not a string', () =>
  each('password', [{}, true, []]),
);
refuseSignup('signupWithoutJson @strict', 'with a body that is not a JSON object', notJson);

/** Declares journeys in which every wrong request to an operation is refused, and the cart does not change. */
const cartRefusals =
  (operation: string, subject: string, more: object = {}) =>
  (id: string, words: string, choose: Choose) =>
    test(`${id}: ${subject} ${words} is refused and changes nothing`, async (shop, level) => {
      const ada = await shop.signup();
      const itemId = shop.item._id;
      async function fillCart() {
        await ada.tryToAdd({ itemId, quantity: 1 });
        await ada.acceptCart();
      }
      // A cart that is broken anyway must not hide the refusals.
      const cartError = await errorOf(fillCart);
      const valid = { token: ada.token, body: { itemId, ...more } };
      await expectEachRefused(shop, { operation, valid, wrong: choose(shop, ada), level });
      if (cartError) throw cartError;
      await ada.expectCart();
    });

const refuseCart = cartRefusals('getCart', 'Opening the cart');
const refuseAdding = cartRefusals('addToCart', 'Adding', { quantity: 1 });
const refuseRemoving = cartRefusals('removeFromCart', 'Removing');

const noToken = () => [{ token: undefined }];

/** Changes a character in the middle of the signature, or of a token without one. */
function changeSignature(token: string): Wrong {
  const middle = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  const character = /b/i.test(token[middle] ?? '') ? 'c' : 'b';
  const changed = token.slice(0, middle) + character + token.slice(middle + 1);
  return { token: changed, cause: 'A token is accepted in which one character was changed.' };
}

/** The claims of a JSON Web Token under a header that says that nobody signed them. */
function removeSignature(token: string, alg: string): Wrong {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  const cause = `A token without a signature is accepted if its header says that "alg" is "${alg}".`;
  return { token: `${header}.${token.split('.')[1]}.`, cause };
}

/** Careless backends look tokens up in an object, take "null" for a token, or do not check signatures. */
function wrongTokens(_: Shop, { token: own }: Shopper): Wrong[] {
  const invented = ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''];
  const algorithms = claimsOf(own) ? ['none', 'None', 'NONE'] : [];
  const forged = [changeSignature(own), ...algorithms.map((alg) => removeSignature(own, alg))];
  return [...invented.map((token) => ({ token })), ...forged.filter(({ token }) => token !== own)];
}

const wrongItems = [undefined, null, '', operator, 'constructor', '__proto__', "' OR 1=1 --", '../items'];

refuseCart('cartWithoutToken', 'without a token', noToken);
refuseAdding('addWithoutToken', 'without a token', noToken);
refuseRemoving('removeWithoutToken', 'without a token', noToken);

refuseCart('cartWithWrongToken @unsafe', 'with a wrong or forged token', wrongTokens);
refuseAdding('addWithWrongToken @unsafe', 'with a wrong or forged token', wrongTokens);
refuseRemoving('removeWithWrongToken @unsafe', 'with a wrong or forged token', wrongTokens);

refuseAdding('addWithoutJson @strict', 'with a body that is not a JSON object', notJson);
refuseRemoving('removeWithoutJson @strict', 'with a body that is not a JSON object', notJson);

refuseAdding('unknownItem', 'an unknown item', ({ catalogue }) => each('itemId', [catalogue.unknownId]));
refuseAdding('addWithoutItem @strict', 'without a valid item', () => each('itemId', wrongItems));
refuseRemoving('removeWithoutItem @strict', 'without a valid item', () =>
  each('itemId', [undefined, operator, []]),
);

refuseAdding('addWithWrongQuantity @strict', 'a quantity that is not a positive whole number', () =>
  each('quantity', [-1, 0, 1.5, 'many', operator, []]),
);
