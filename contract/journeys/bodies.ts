import { expectRefused } from '../expect.ts';
import { newEmail, type Shop } from '../shop.ts';
import type { Stories, Story } from './journey.ts';

const contract = 'A body or a query that does not fit its schema is refused.';
const halfAnAccount = 'An account that lacks what was asked for.';
const intoAnAccount = 'Anybody who knows an email gets into its account.';
const silentAdd = 'Told that the item was added, although nothing, or something else, was.';
const silentRemove = 'A removal that seems to have worked and did nothing, or emptied the cart.';

const name = 'Contract Test';
/** A query operator, which gets past backends that hand the body to their database as it is. */
const anything = { $ne: '' };

/** Of the one account without an email that a careless backend may have: known, so that the next run can tell that it is there. */
const nobodysPassword = 'nobodys-Password-1!';

/** The operations that take a body: the journey that sends one that is none, and what they do. */
export const withBody: Record<string, [id: string, words: string]> = {
  signup: ['signupWithoutJson', 'A signup'],
  login: ['loginWithoutJson', 'A login'],
  addToCart: ['addWithoutJson', 'Adding'],
  removeFromCart: ['removeWithoutJson', 'Removing'],
};

/** Signups are refused that differ from a good one in this. */
const refusedSignup = (...wrongs: object[]) =>
  async function run(shop: Shop) {
    for (const wrong of wrongs) {
      const body = { name, email: newEmail(), password: shop.password, ...wrong };
      expectRefused(await shop.call('signup', { body }));
    }
  };

/** Logins of a shopper who has an account are refused that differ from theirs in this. */
const refusedLogin = (wrongs: object[], reason?: string) =>
  async function run(shop: Shop) {
    const { email, password } = await shop.signup();
    for (const wrong of wrongs)
      expectRefused(await shop.call('login', { body: { email, password, ...wrong } }), reason);
  };

/** Who takes this for a quantity checks none. */
const firstOfThese = 'addWithWrongType';

/** An addition is refused, and the cart stays as it is. */
const refusedAdd = (id: string, what: string, quantity: unknown): Stories => ({
  [id]: {
    level: 'strict',
    summary: `Adding ${what} is refused, and the cart stays as it is.`,
    contract,
    shopper: silentAdd,
    needs: ['add', ...(id === firstOfThese ? [] : [firstOfThese])],
    async run({ signup, catalogue: { item } }) {
      const ada = await signup();
      await ada.add(item._id, 2);
      expectRefused(await ada.tryToAdd({ itemId: item._id, quantity }));
      await ada.expectCart({ [item._id]: 2 });
    },
  },
});

/** A removal is refused, and the cart stays as it is. */
const refusedRemoval = (summary: string, body: object): Story => ({
  level: 'strict',
  summary: `${summary} is refused, and the cart stays as it is.`,
  contract,
  shopper: silentRemove,
  needs: ['add'],
  async run({ signup, call, catalogue: { item } }) {
    const ada = await signup();
    await ada.add(item._id, 1);
    expectRefused(await call('removeFromCart', { token: ada.token, body }));
    await ada.expectCart({ [item._id]: 1 });
  },
});

const withoutJson = (operationId: string, words: string): Story => ({
  level: 'strict',
  summary: `${words} whose body is no JSON, no object or not there is refused.`,
  contract,
  shopper: 'Nothing: the store sends JSON.',
  needs: ['login'],
  async run({ signup, call }) {
    const { token } = await signup();
    for (const text of ['{"email":', 'text', '', 'null', '[]', '7', undefined])
      expectRefused(await call(operationId, { token, text }), 'The body is read without a look at it.');
  },
});

export const bodyJourneys: Stories = {
  signupWithoutName: {
    level: 'strict',
    summary: 'A signup without a name is refused.',
    contract,
    shopper: halfAnAccount,
    run: refusedSignup({ name: undefined }, { name: '' }),
  },
  signupWithoutEmail: {
    level: 'strict',
    summary: 'A signup without an email is refused.',
    contract,
    shopper: halfAnAccount,
    async run({ call }) {
      const password = nobodysPassword;
      for (const email of [undefined, '']) {
        expectRefused(await call('signup', { body: { name, email, password } }));
        const reason = 'An account without an email is there, from an earlier signup.';
        expectRefused(await call('login', { body: { email, password } }), reason);
      }
    },
  },
  signupWithoutPassword: {
    level: 'unsafe',
    summary: 'A signup without a password is refused.',
    contract,
    shopper: 'An account that anybody can open.',
    run: refusedSignup({ password: undefined }, { password: '' }),
  },
  signupWithWrongEmail: {
    level: 'strict',
    summary: 'A signup whose email is none is refused.',
    contract,
    shopper: 'An account that no letter reaches: the store itself asks for an email.',
    run: (shop) => refusedSignup({ email: newEmail().replace('@', '.') })(shop),
  },
  signupWithWrongType: {
    level: 'strict',
    summary: 'A signup whose password is no text is refused.',
    contract,
    shopper: 'An account that nobody can log in to.',
    run: refusedSignup({ password: { not: 'text' } }),
  },
  loginWithoutEmail: {
    level: 'unsafe',
    summary: 'A login without an email is refused.',
    contract,
    shopper: 'Logged in as somebody else.',
    run: refusedLogin([undefined, ''].map((email) => ({ email, password: nobodysPassword }))),
  },
  loginWithoutPassword: {
    level: 'unsafe',
    summary: 'A login without a password is refused.',
    contract,
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    run: refusedLogin([{ password: undefined }, { password: '' }]),
  },
  loginWithWrongType: {
    level: 'unsafe',
    summary: 'A login with an email or a password that is no text is refused.',
    contract,
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    run: refusedLogin(
      [{ password: anything }, { email: anything }],
      'The body goes to the database as it came, with query operators in it.',
    ),
  },
  loginWithQuotes: {
    level: 'unsafe',
    summary: 'A login with signs that mean something to a database is refused.',
    contract: 'A wrong password or an unknown email is refused.',
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    run: refusedLogin(
      ["' OR '1'='1", "' OR 1=1 --", '*', '%'].map((password) => ({ password })),
      'The text is put into a database query.',
    ),
  },
  ...Object.fromEntries(
    Object.entries(withBody).map(([operationId, [id, words]]) => [id, withoutJson(operationId, words)]),
  ),
  ...refusedAdd(firstOfThese, 'with a quantity that is no number', 'many'),
  ...refusedAdd('addNegative', 'a quantity of −1', -1),
  ...refusedAdd('addNothing', 'a quantity of 0', 0),
  ...refusedAdd('addFraction', 'a quantity of 1.5', 1.5),
  addWithoutItem: {
    level: 'strict',
    summary: 'Adding without an item is refused.',
    contract,
    shopper: silentAdd,
    async run({ signup }) {
      const ada = await signup();
      expectRefused(await ada.tryToAdd({ quantity: 1 }));
      expectRefused(await ada.tryToAdd({ itemId: anything, quantity: 1 }));
      await ada.expectCart({});
    },
  },
  removeWithoutItem: refusedRemoval('Removing without an item', { quantity: 1 }),
  removeWithWrongType: refusedRemoval('Removing an item whose id is no text', { itemId: anything }),
};
