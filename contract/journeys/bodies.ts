import { expectRefused } from '../expect.ts';
import { group, misfitIsRefused, refuses, type Stories, type Story, wrongIsRefused } from './journey.ts';

const halfAnAccount = 'An account that lacks what was asked for.';
const intoAnAccount = 'Anybody who knows an email gets into its account.';
const silentAdd = 'Told that the item was added, although nothing, or something else, was.';
const silentRemove = 'A removal that seems to have worked and did nothing, or emptied the cart.';

/** A query operator, which gets past backends that hand the body to their database as it is. */
const anything = { $ne: '' };

/** Of the one account without an email that a careless backend may have: known, so that the next run can tell that it is there. */
const password = 'nobodys-Password-1!';

/** The operations that take a body: the journey that sends one that is none, and what they do. */
export const withBody: Record<string, [id: string, words: string]> = {
  signup: ['signupWithoutJson', 'A signup'],
  login: ['loginWithoutJson', 'A login'],
  addToCart: ['addWithoutJson', 'Adding'],
  removeFromCart: ['removeWithoutJson', 'Removing'],
};

const noObjects = ['{"email":', 'text', '', 'null', '[]', '7', undefined].map((text) => ({ text }));

const withoutJson = (operationId: string, words: string): Omit<Story, 'contract'> => ({
  summary: `${words} whose body is no JSON, no object or not there is refused.`,
  shopper: 'Nothing: the store sends JSON.',
  needs: ['login'],
  run: refuses(operationId, noObjects, { reason: 'The body is read without a look at it.' }),
});

/** Quantities that are none. Who takes the first checks none. */
const quantities: Record<string, [words: string, quantity: unknown]> = {
  addWithWrongType: ['with a quantity that is no number', 'many'],
  addNegative: ['a quantity of −1', -1],
  addNothing: ['a quantity of 0', 0],
  addFraction: ['a quantity of 1.5', 1.5],
};

const wrongQuantity = (id: string, words: string, quantity: unknown): Omit<Story, 'contract'> => ({
  summary: `Adding ${words} is refused, and the cart stays as it is.`,
  shopper: silentAdd,
  needs: ['add', 'addWithWrongType'].filter((it) => it !== id),
  run: refuses('addToCart', [{ quantity }], { quantity: 2 }),
});

export const bodyJourneys: Stories = group(
  { level: 'strict', contract: misfitIsRefused },
  {
    signupWithoutName: {
      summary: 'A signup without a name is refused.',
      shopper: halfAnAccount,
      run: refuses('signup', [{ name: undefined }, { name: '' }]),
    },
    signupWithoutEmail: {
      summary: 'A signup without an email is refused.',
      shopper: halfAnAccount,
      async run({ call }) {
        for (const email of [undefined, '']) {
          expectRefused(await call('signup', { body: { name: 'Contract Test', email, password } }));
          const reason = 'An account without an email is there, from an earlier signup.';
          expectRefused(await call('login', { body: { email, password } }), reason);
        }
      },
    },
    signupWithoutPassword: {
      level: 'unsafe',
      summary: 'A signup without a password is refused.',
      shopper: 'An account that anybody can open.',
      run: refuses('signup', [{ password: undefined }, { password: '' }]),
    },
    signupWithWrongEmail: {
      summary: 'A signup whose email is none is refused.',
      shopper: 'An account that no letter reaches: the store itself asks for an email.',
      run: refuses('signup', ({ newEmail }) => [{ email: newEmail().replace('@', '.') }]),
    },
    signupWithWrongType: {
      summary: 'A signup whose password is no text is refused.',
      shopper: 'An account that nobody can log in to.',
      run: refuses('signup', [{ password: { not: 'text' } }]),
    },
    loginWithoutEmail: {
      level: 'unsafe',
      summary: 'A login without an email is refused.',
      shopper: 'Logged in as somebody else.',
      run: refuses('login', [
        { email: undefined, password },
        { email: '', password },
      ]),
    },
    loginWithoutPassword: {
      level: 'unsafe',
      summary: 'A login without a password is refused.',
      shopper: intoAnAccount,
      needs: ['wrongPassword'],
      run: refuses('login', [{ password: undefined }, { password: '' }]),
    },
    loginWithWrongType: {
      level: 'unsafe',
      summary: 'A login with an email or a password that is no text is refused.',
      shopper: intoAnAccount,
      needs: ['wrongPassword'],
      run: refuses('login', [{ password: anything }, { email: anything }], {
        reason: 'The body goes to the database as it came, with query operators in it.',
      }),
    },
    loginWithQuotes: {
      level: 'unsafe',
      summary: 'A login with signs that mean something to a database is refused.',
      contract: wrongIsRefused,
      shopper: intoAnAccount,
      needs: ['wrongPassword'],
      run: refuses(
        'login',
        ["' OR '1'='1", "' OR 1=1 --", '*', '%'].map((password) => ({ password })),
        { reason: 'The text is put into a database query.' },
      ),
    },
    ...Object.fromEntries(
      Object.entries(withBody).map(([operationId, [id, words]]) => [id, withoutJson(operationId, words)]),
    ),
    ...Object.fromEntries(Object.entries(quantities).map(([id, row]) => [id, wrongQuantity(id, ...row)])),
    addWithoutItem: {
      summary: 'Adding without an item is refused.',
      shopper: silentAdd,
      run: refuses('addToCart', [{ itemId: undefined }, { itemId: anything }]),
    },
    removeWithoutItem: {
      summary: 'Removing without an item is refused, and the cart stays as it is.',
      shopper: silentRemove,
      needs: ['add'],
      run: refuses('removeFromCart', [{ itemId: undefined, quantity: 1 }], { quantity: 1 }),
    },
    removeWithWrongType: {
      summary: 'Removing an item whose id is no text is refused, and the cart stays as it is.',
      shopper: silentRemove,
      needs: ['add'],
      run: refuses('removeFromCart', [{ itemId: anything }], { quantity: 1 }),
    },
  },
);
