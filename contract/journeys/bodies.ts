import { expectRefused } from '../expect.ts';
import { newEmail } from '../shop.ts';
import type { Journey } from './journey.ts';

const contract = 'A body or a query that does not fit its schema is refused.';
const halfAnAccount = 'An account that lacks what was asked for.';
const intoAnAccount = 'Anybody who knows an email gets into its account.';
const silentAdd = 'Told that the item was added, although nothing, or something else, was.';
const silentRemove = 'A removal that seems to have worked and did nothing, or emptied the cart.';

const name = 'Contract Test';
const unlike = { not: 'text' };
/** A query operator, which gets past backends that hand the body to their database as it is. */
const anything = { $ne: '' };

/** Who takes this for a quantity checks none. */
const firstOfThese = 'addWithWrongType';

/** The operations that take a body: the journey that sends one that is none, and what they do. */
export const withBody: Record<string, [id: string, words: string]> = {
  signup: ['signupWithoutJson', 'A signup'],
  login: ['loginWithoutJson', 'A login'],
  addToCart: ['addWithoutJson', 'Adding'],
  removeFromCart: ['removeWithoutJson', 'Removing'],
};

/** A body that does not fit is refused, whoever sends it; the cart stays as it is. */
const refusedAdd = (id: string, what: string, quantity: unknown): Journey => ({
  id,
  level: 'strict',
  summary: `Adding ${what} is refused, and the cart stays as it is.`,
  contract,
  shopper: silentAdd,
  needs: ['add', ...(id === firstOfThese ? [] : [firstOfThese])],
  async run(shop) {
    const { _id } = shop.catalogue.item;
    const ada = await shop.signup();
    await ada.add(_id, 2);
    expectRefused(await ada.tryToAdd({ itemId: _id, quantity }));
    await ada.expectCart({ [_id]: 2 });
  },
});

export const bodyJourneys: Journey[] = [
  ...(['name', 'email', 'password'] as const).map(
    (field): Journey => ({
      id: `signupWithout${field[0]?.toUpperCase()}${field.slice(1)}`,
      level: field === 'password' ? 'unsafe' : 'strict',
      summary: `A signup without ${field === 'email' ? 'an' : 'a'} ${field} is refused.`,
      contract,
      shopper: field === 'password' ? 'An account that anybody can open.' : halfAnAccount,
      async run(shop) {
        const body = { name, email: newEmail(), password: shop.password };
        expectRefused(await shop.call('signup', { body: { ...body, [field]: undefined } }));
        expectRefused(await shop.call('signup', { body: { ...body, email: newEmail(), [field]: '' } }));
      },
    }),
  ),
  {
    id: 'signupWithWrongEmail',
    level: 'strict',
    summary: 'A signup whose email is none is refused.',
    contract,
    shopper: 'An account that no letter reaches: the store itself asks for an email.',
    async run(shop) {
      const body = { name, email: newEmail().replace('@', '.'), password: shop.password };
      expectRefused(await shop.call('signup', { body }));
    },
  },
  {
    id: 'signupWithWrongType',
    level: 'strict',
    summary: 'A signup whose password is no text is refused.',
    contract,
    shopper: 'An account that nobody can log in to.',
    async run(shop) {
      const body = { name, email: newEmail(), password: unlike };
      expectRefused(await shop.call('signup', { body }));
    },
  },
  {
    id: 'loginWithoutEmail',
    level: 'unsafe',
    summary: 'A login without an email is refused.',
    contract,
    shopper: 'Logged in as somebody else.',
    async run(shop) {
      const { password } = shop;
      expectRefused(await shop.call('login', { body: { password } }));
      expectRefused(await shop.call('login', { body: { email: '', password } }));
    },
  },
  {
    id: 'loginWithoutPassword',
    level: 'unsafe',
    summary: 'A login without a password is refused.',
    contract,
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    async run(shop) {
      const { email } = await shop.signup();
      expectRefused(await shop.call('login', { body: { email } }));
      expectRefused(await shop.call('login', { body: { email, password: '' } }));
    },
  },
  {
    id: 'loginWithWrongType',
    level: 'unsafe',
    summary: 'A login with an email or a password that is no text is refused.',
    contract,
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    async run(shop) {
      const { email, password } = await shop.signup();
      const reason = 'The body goes to the database as it came, with query operators in it.';
      expectRefused(await shop.call('login', { body: { email, password: anything } }), reason);
      expectRefused(await shop.call('login', { body: { email: anything, password } }), reason);
    },
  },
  {
    id: 'loginWithQuotes',
    level: 'unsafe',
    summary: 'A login with signs that mean something to a database is refused.',
    contract: 'A wrong password or an unknown email is refused.',
    shopper: intoAnAccount,
    needs: ['wrongPassword'],
    async run(shop) {
      const { email } = await shop.signup();
      const reason = 'The text is put into a database query.';
      for (const password of ["' OR '1'='1", "' OR 1=1 --", '*', '%'])
        expectRefused(await shop.call('login', { body: { email, password } }), reason);
    },
  },
  ...Object.entries(withBody).map(
    ([operationId, [id, words]]): Journey => ({
      id,
      level: 'strict',
      summary: `${words} whose body is no JSON, no object or not there is refused.`,
      contract,
      shopper: 'Nothing: the store sends JSON.',
      needs: ['login'],
      async run(shop) {
        const { token } = await shop.signup();
        for (const text of ['{"email":', 'text', '', 'null', '[]', '7', undefined])
          expectRefused(
            await shop.call(operationId, { token, text }),
            'The body is read without a look at it.',
          );
      },
    }),
  ),
  refusedAdd(firstOfThese, 'with a quantity that is no number', 'many'),
  refusedAdd('addNegative', 'a quantity of −1', -1),
  refusedAdd('addNothing', 'a quantity of 0', 0),
  refusedAdd('addFraction', 'a quantity of 1.5', 1.5),
  {
    id: 'addWithoutItem',
    level: 'strict',
    summary: 'Adding without an item is refused.',
    contract,
    shopper: silentAdd,
    async run(shop) {
      const ada = await shop.signup();
      expectRefused(await ada.tryToAdd({ quantity: 1 }));
      expectRefused(await ada.tryToAdd({ itemId: anything, quantity: 1 }));
      await ada.expectCart({});
    },
  },
  {
    id: 'removeWithoutItem',
    level: 'strict',
    summary: 'Removing without an item is refused, and the cart stays as it is.',
    contract,
    shopper: silentRemove,
    needs: ['add'],
    async run(shop) {
      const { _id } = shop.catalogue.item;
      const ada = await shop.signup();
      await ada.add(_id, 1);
      expectRefused(await shop.call('removeFromCart', { token: ada.token, body: { quantity: 1 } }));
      await ada.expectCart({ [_id]: 1 });
    },
  },
  {
    id: 'removeWithWrongType',
    level: 'strict',
    summary: 'Removing an item whose id is no text is refused, and the cart stays as it is.',
    contract,
    shopper: silentRemove,
    needs: ['add'],
    async run(shop) {
      const { _id } = shop.catalogue.item;
      const ada = await shop.signup();
      await ada.add(_id, 1);
      const { token } = ada;
      expectRefused(await shop.call('removeFromCart', { token, body: { itemId: anything } }));
      await ada.expectCart({ [_id]: 1 });
    },
  },
];
