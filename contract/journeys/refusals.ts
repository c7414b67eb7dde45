import { expectRefused, findUnmetBefore } from '../expect.ts';
import type { Level } from '../level.ts';
import type { Shop } from '../shop.ts';
import { claimsOf } from '../tokens.ts';
import { mapStories, type Stories, type Story, wrongIsRefused } from './journey.ts';

const halfAnAccount = 'An account that lacks what was asked for.';
const intoAnAccount = 'Anybody who knows an email gets into its account.';
const otherList = 'A list that does not fit the filter in the address.';
const nobodysCart = 'A cart that belongs to nobody, in place of the request to log in.';
const silentAdd = 'Told that the item was added, although nothing, or something else, was.';
const silentRemove = 'A removal that seems to have worked and did nothing, or emptied the cart.';
const tokenNeeded = 'Without a valid token the call is refused.';
const misfitIsRefused = 'A body or a query that does not fit its schema is refused.';
const unknownIsRefused = 'An item that the catalogue does not have is refused.';

/** What is not as it should be in a call that fits but for it: fields of the query or the body, a text in place of the body, the token, or the parameters in the `path`. */
type Wrong = Record<string, unknown>;

/** What is refused, in words and as calls; then what is not as in the other rows, and why such a call may be accepted. */
type Refusal = [
  words: string,
  wrongs: Wrong[] | ((shop: Shop, token: string | undefined) => Wrong[]),
  own?: Partial<Story> & { reason?: string },
];

/** Journeys in which calls of an operation are refused, and a cart with two pieces of an item stays as it is. */
function refusals(
  id: string,
  what: string,
  level: Level,
  shopper: string,
  rows: Record<string, Refusal>,
): Stories {
  const isInCart = /cart/i.test(id);
  return mapStories(rows, ([words, wrongs, { reason, ...own } = {}]) => ({
    level,
    summary: `${what} ${words} is refused${isInCart ? ', and the cart stays as it is' : ''}.`,
    contract: misfitIsRefused,
    shopper,
    ...own,
    async run(shop) {
      const ada = isInCart || id === 'login' ? await shop.signup() : undefined;
      // A cart that is broken hides nothing else.
      const unmet = await findUnmetBefore(async () => {
        if (!isInCart) return;
        await ada?.tryToAdd({ itemId: shop.catalogue.item._id, quantity: 2 });
        await ada?.settle();
      });
      for (const wrong of typeof wrongs === 'function' ? wrongs(shop, ada?.token) : wrongs) {
        const exchange = await shop.call(id, shop.spoil(id, wrong, ada));
        expectRefused(exchange, { reason, field: Object.keys(wrong).join() });
      }
      if (unmet) throw unmet;
      if (isInCart) await ada?.look();
    },
  }));
}

/** A query operator, which gets past backends that hand the body to their database as it is. */
const anything = { $ne: '' };

const noObject: Refusal = [
  'whose body is no JSON, no object or not there',
  ['{"email":', 'text', '', 'null', '[]', '7', undefined].map((text) => ({ text })),
  {
    level: 'strict',
    shopper: 'Nothing: the store sends JSON.',
    reason: 'The body is read without a look at it.',
  },
];

const noToken: Refusal = [
  'without a token',
  [{ token: undefined }],
  { level: 'breaks', contract: tokenNeeded },
];

/** What careless backends take for a token: they look it up in an object, or write "null" for none. */
const wrongToken: Refusal = [
  'with a wrong token',
  ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''].map((token) => ({ token })),
  { level: 'unsafe', contract: tokenNeeded },
];

/** Its signature, where it has one, no longer fits: a sign in the middle of the last part is another, not only its case. */
function forge(token: string): string {
  const at = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  return `${token.slice(0, at)}${/b/i.test(token[at] ?? '') ? 'c' : 'b'}${token.slice(at + 1)}`;
}

/** The claims of a JSON Web Token under a head that says that nobody signed them. */
const unsign = (token: string) =>
  claimsOf(token) ? [`${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`] : [];

/** Of the one account without an email that a careless backend may have: known, so that the next run can tell that it is there. */
const nobodys = { name: 'Contract Test', password: 'nobodys-Password-1!' };

/** By operation. */
export const refused: Record<string, Stories> = {
  login: refusals('login', 'A login', 'unsafe', intoAnAccount, {
    wrongPassword: [
      'with a wrong password',
      ({ password }) => [{ password: `not-${password}` }],
      { contract: wrongIsRefused },
    ],
    unknownEmail: [
      'with an unknown email',
      ({ newEmail }) => [{ email: newEmail() }],
      { contract: wrongIsRefused, shopper: 'Logged in without an account.' },
    ],
    loginWithoutEmail: [
      'without an email',
      [
        { ...nobodys, email: undefined },
        { ...nobodys, email: '' },
      ],
      { shopper: 'Logged in as somebody else.' },
    ],
    loginWithoutPassword: ['without a password', [{ password: undefined }, { password: '' }]],
    loginWithWrongType: [
      'with an email or a password that is no text',
      [{ password: anything }, { email: anything }],
      {
        reason: 'The body goes to the database as it came, with query operators in it.',
      },
    ],
    loginWithQuotes: [
      'with signs that mean something to a database',
      ["' OR '1'='1", "' OR 1=1 --", '*', '%'].map((password) => ({ password })),
      { contract: wrongIsRefused, reason: 'The text is put into a database query.' },
    ],
    loginWithoutJson: noObject,
  }),
  signup: refusals('signup', 'A signup', 'strict', halfAnAccount, {
    signupWithoutName: ['without a name', [{ name: undefined }, { name: '' }]],
    signupWithoutPassword: [
      'without a password',
      [{ password: undefined }, { password: '' }],
      { level: 'unsafe', shopper: 'An account that anybody can open.' },
    ],
    signupWithWrongEmail: [
      'whose email is none',
      ({ newEmail }) => [{ email: newEmail().replace('@', '.') }],
      { shopper: 'An account that no letter reaches: the store itself asks for an email.' },
    ],
    signupWithWrongType: [
      'whose password is no text',
      [{ password: { not: 'text' } }],
      { shopper: 'An account that nobody can log in to.' },
    ],
    signupWithoutJson: noObject,
  }),
  getItems: refusals('getItems', 'A list', 'strict', otherList, {
    priceMinWithWrongType: ['from a lowest price that is no number', [{ priceMin: 'cheap' }]],
    priceMaxWithWrongType: ['up to a highest price that is no number', [{ priceMax: 'cheap' }]],
  }),
  getCart: refusals('getCart', 'A look at the cart', 'unsafe', nobodysCart, {
    cartWithoutToken: noToken,
    cartWithWrongToken: wrongToken,
    forgedToken: [
      'with a token of which one sign was changed, or that says that nobody signed it,',
      (_, token = '') => [forge(token), ...unsign(token)].map((it) => ({ token: it })),
      {
        contract: tokenNeeded,
        shopper: 'Anybody can write a token for their account.',
        reason: 'Only a part of the token counts: its signature, where it has one, is not checked.',
      },
    ],
  }),
  addToCart: refusals('addToCart', 'Adding', 'strict', silentAdd, {
    addWithoutToken: noToken,
    addWithWrongToken: wrongToken,
    addWithoutJson: noObject,
    addWithWrongType: ['with a quantity that is no number', [{ quantity: 'many' }]],
    addNegative: ['a quantity of −1', [{ quantity: -1 }]],
    addNothing: ['a quantity of 0', [{ quantity: 0 }]],
    addFraction: ['a quantity of 1.5', [{ quantity: 1.5 }]],
    addWithoutItem: ['without an item', [{ itemId: undefined }, { itemId: anything }]],
    unknownItem: [
      'an item that does not exist',
      ({ catalogue }) => [{ itemId: catalogue.unknownId }],
      {
        level: 'breaks',
        contract: unknownIsRefused,
        shopper: 'An item that nobody sells goes into the cart, which is empty or fails from then on.',
      },
    ],
    unlikelyItem: [
      'an item whose id is a word of the programming language, or signs of a database',
      ['constructor', '__proto__', "' OR 1=1 --", '../items', 'é'].map((itemId) => ({ itemId })),
      { contract: unknownIsRefused, shopper: 'Nothing: the store sends only ids that it was given.' },
    ],
  }),
  removeFromCart: refusals('removeFromCart', 'Removing', 'strict', silentRemove, {
    removeWithoutToken: noToken,
    removeWithWrongToken: wrongToken,
    removeWithoutJson: noObject,
    removeWithoutItem: ['without an item', [{ itemId: undefined, quantity: 1 }]],
    removeWithWrongType: ['an item whose id is no text', [{ itemId: anything }]],
  }),
};

export const refusalJourneys: Stories = {
  signupWithoutEmail: {
    level: 'strict',
    summary: 'A signup without an email is refused.',
    contract: misfitIsRefused,
    shopper: halfAnAccount,
    async run({ call }) {
      for (const email of [undefined, '']) {
        expectRefused(await call('signup', { body: { ...nobodys, email } }), { field: 'email' });
        const reason = 'An account without an email is there, from an earlier signup.';
        expectRefused(await call('login', { body: { ...nobodys, email } }), { reason });
      }
    },
  },
  ...Object.assign({}, ...Object.values(refused)),
};
