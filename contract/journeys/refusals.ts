import { type Exchange, isRefusal, type Sent } from '../judge/exchange.ts';
import { expectRefused, INJECTION, tryEach } from '../judge/expect.ts';
import { errorOf } from '../judge/failure.ts';
import type { Level } from '../judge/level.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** What is wrong in a request: fields of the body, a text as the body, or the token. */
type Wrong = Pick<Sent, 'text' | 'token'> & {
  fields?: Record<string, unknown>;
  /** The cause if a backend accepts it. It is proven only if all earlier requests without a cause are refused. */
  cause?: string | undefined;
};
type Choose = (shop: Shop, ada: Shopper) => Wrong[];

const subjects = {
  signup: 'A signup',
  login: 'A login',
  getCart: 'Opening the cart',
  addToCart: 'Adding',
  removeFromCart: 'Removing',
};
type Subject = keyof typeof subjects;

/** Declares a journey in which an operation refuses every wrong request, and does not change the cart. */
function refuse(operation: Subject, id: string, words: string, choose: Choose) {
  test(`${id}: ${subjects[operation]} ${words} is refused`, async (shop, level) => {
    const ada = await shop.signup();
    const hasCart = operation !== 'signup' && operation !== 'login';
    // A cart that is broken anyway must not hide the refusals.
    const cartError = hasCart ? await errorOf(() => fillCart(shop, ada)) : undefined;
    const valid = validRequest(operation, shop, ada);
    await expectEachRefused(choose(shop, ada), level, (wrong) => shop.call(operation, spoil(valid, wrong)));
    if (cartError) throw cartError;
    if (hasCart) await ada.expectCart();
  });
}

async function fillCart({ item }: Shop, ada: Shopper) {
  await ada.tryToAdd({ itemId: item._id, quantity: 1 });
  await ada.acceptCart();
}

function validRequest(operation: Subject, shop: Shop, { token, account }: Shopper) {
  if (operation === 'signup') return { body: shop.newAccount() };
  if (operation === 'login') return { body: { email: account.email, password: account.password } };
  const itemId = shop.item._id;
  return { token, body: operation === 'addToCart' ? { itemId, quantity: 1 } : { itemId } };
}

/** The valid request with the mistake in it. */
function spoil(valid: { token?: string; body: object }, { fields, cause, ...replaced }: Wrong): Sent {
  const body = 'text' in replaced ? undefined : { ...valid.body, ...fields };
  return { ...valid, ...replaced, body };
}

async function expectEachRefused(all: Wrong[], level: Level, send: (wrong: Wrong) => Promise<Exchange>) {
  let isProven = true;
  await tryEach(all, async (wrong) => {
    const exchange = await send(wrong);
    if (!wrong.cause) isProven &&= isRefusal(exchange);
    const cause = isProven ? wrong.cause : undefined;
    // A forged token is one fault, whichever call accepts it.
    const evidence = wrong.token === undefined ? undefined : cause;
    const [field = 'token'] = Object.keys(wrong.fields ?? {});
    expectRefused(exchange, 'text' in wrong ? 'body' : field, { level, cause, evidence });
  });
}

/** Requests in which a field has one of these values. */
const each = (field: string, values: unknown[], cause?: string): Wrong[] =>
  values.map((value) => ({ fields: { [field]: value }, cause }));

/** A query operator, which reaches the database if the backend passes the body on. */
const operator = { $ne: '' };

/** Sent first: if a backend accepts these, the requests after them prove no cause. */
const plainlyWrong = ({ newEmail }: Shop): Wrong[] => [
  { fields: { password: 'not-the-password' } },
  { fields: { email: newEmail(), password: 'not-the-password' } },
];

/** A careless backend may keep an account without an email, also from an earlier run. This is its password. */
const nobodysPassword = 'nobodys-Password-1!';
const withoutEmail = (emails: unknown[]) =>
  emails.map((email) => ({ fields: { email, password: nobodysPassword } }));

refuse('login', 'wrongPassword @unsafe', 'with a wrong password', () =>
  each('password', ['not-the-password']),
);
refuse('login', 'unknownEmail @unsafe', 'with an unknown email', (shop) => each('email', [shop.newEmail()]));
refuse('login', 'loginWithoutPassword @unsafe', 'without a password', () =>
  each('password', [undefined, '', null]),
);
refuse('login', 'loginWithoutEmail @unsafe', 'without an email', () => withoutEmail([undefined, '', null]));

refuse('login', 'loginWithWrongType @unsafe', 'with an email or a password that is not a string', (shop) => {
  const cause = 'The body is passed to the database unchecked, with query operators in it.';
  return [
    ...plainlyWrong(shop),
    ...each('password', [operator, { $gt: '' }, true, [], ['']], cause),
    ...each('email', [operator, { $gt: '' }], cause),
    { fields: { email: operator, password: operator }, cause },
  ];
});

refuse('login', 'loginWithQuotes @unsafe', 'with SQL in its email or password', (shop, ada) => {
  const own = ada.account.email;
  const emails = [`${own}' -- `, `${own}'--`, `${own}' #`, "' OR '1'='1' -- ", "x' OR 1=1 -- @example.com"];
  return [
    ...plainlyWrong(shop),
    ...each('password', ["' OR '1'='1", "' OR 1=1 --", '*', '%'], INJECTION),
    ...emails.map((email) => ({ fields: { email, password: 'not-the-password' }, cause: INJECTION })),
  ];
});

refuse('signup', 'signupWithoutName @strict', 'without a name', () => each('name', [undefined, '']));
refuse('signup', 'signupWithoutPassword @unsafe', 'without a password', () =>
  each('password', [undefined, '']),
);
refuse('signup', 'signupWithoutEmail @strict', 'without an email', () => withoutEmail([undefined, '']));
refuse('signup', 'signupWithWrongEmail @strict', 'with an invalid email', ({ newEmail }) =>
  each('email', [newEmail().replace('@', '.')]),
);
refuse('signup', 'signupWithWrongType @strict', 'whose password is not a string', () =>
  each('password', [{}, true, []]),
);

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

const cartCalls = { cart: 'getCart', add: 'addToCart', remove: 'removeFromCart' } as const;
for (const [name, operation] of Object.entries(cartCalls)) {
  refuse(operation, `${name}WithoutToken`, 'without a token', () => [{ token: undefined }]);
  refuse(operation, `${name}WithWrongToken @unsafe`, 'with a wrong or forged token', wrongTokens);
}

const notJson = ['{"email":', 'text', '', 'null', '[]', '7', undefined];
const callsWithBody = {
  signup: 'signup',
  login: 'login',
  add: 'addToCart',
  remove: 'removeFromCart',
} as const;
for (const [name, operation] of Object.entries(callsWithBody))
  refuse(operation, `${name}WithoutJson @strict`, 'with a body that is not a JSON object', () =>
    notJson.map((text) => ({ text })),
  );

const wrongItems = [undefined, null, '', operator, 'constructor', '__proto__', "' OR 1=1 --", '../items'];

refuse('addToCart', 'unknownItem', 'an unknown item', ({ catalogue }) =>
  each('itemId', [catalogue.unknownId]),
);
refuse('addToCart', 'addWithoutItem @strict', 'without a valid item', () => each('itemId', wrongItems));
refuse('removeFromCart', 'removeWithoutItem @strict', 'without a valid item', () =>
  each('itemId', [undefined, operator, []]),
);
refuse('addToCart', 'addWithWrongQuantity @strict', 'a quantity that is not a positive whole number', () =>
  each('quantity', [-1, 0, 1.5, 'many', operator, []]),
);
