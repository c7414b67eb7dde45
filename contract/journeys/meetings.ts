import { type Exchange, isSuccess } from '../client.ts';
import { expectAccepted, expectRefused, expectThat, SUCCESS } from '../expect.ts';
import type { Line } from '../shop.ts';
import { adds, group, play, removes, type Stories, sameCart, tokenLasts } from './journey.ts';

/** Not every meeting does harm. */
const rounds = 3;
const lostUpdate = {
  rounds,
  reason:
    'The cart is read, changed and written back, and what another call wrote in between is lost. Let the database add, or hold a lock.',
};

/** What a cart's answer says of items and quantities; the rest may differ from call to call. */
const linesOf = ({ misfit, body }: Pick<Exchange, 'misfit' | 'body'>) =>
  misfit ??
  (body as Line[])
    .map(({ item, quantity }) => `${quantity} ${item._id}`)
    .toSorted()
    .join();

/** Calls that meet at the backend. */
export const meetingJourneys: Stories = group(
  { level: 'unsafe' },
  {
    addsMeet: {
      summary: 'Additions of an item at the same moment add up.',
      contract: adds,
      shopper: 'Quick presses on Add to Cart count only in part.',
      run: play(`${Array(5).fill('ada adds 1 item').join(' & ')}, ada looks, ada removes item`, lostUpdate),
    },
    itemsMeet: {
      summary: 'Additions of different items at the same moment are all in the cart.',
      contract: adds,
      shopper: 'Of two items that they add in quick succession, one is lost.',
      run: play(
        'ada adds 1 item & ada adds 2 other, ada looks, ada removes item, ada removes other',
        lostUpdate,
      ),
    },
    devicesMeet: {
      summary: 'Additions of two devices of a shopper at the same moment add up.',
      contract: adds,
      shopper: 'What they add on the phone is lost, because the laptop added something too.',
      run: play('ada adds 1 item & ada/laptop adds 1 item & ada/laptop adds 1 other, ada looks', lostUpdate),
    },
    shoppersMeet: {
      summary: 'Additions of three shoppers at the same moment go into the cart of each.',
      contract: "Lists the lines of the caller's cart, one line an item; no other shopper sees them.",
      shopper: 'Items of others, when many shop at the same time.',
      run: play(
        'ada adds 1 item & ada adds 1 other & bob adds 2 item & bob adds 1 other & eve adds 3 item & eve adds 1 other, ' +
          'ada looks, bob looks, eve looks',
        {
          rounds,
          reason:
            'What belongs to one call is kept where other calls reach it, such as in a global variable.',
        },
      ),
    },
    removalMeetsAddition: {
      summary: 'A removal beside an addition of another item: the one is gone, the other is there.',
      contract: removes,
      shopper: 'A removed item comes back, or an added one is lost.',
      run: play('ada adds 1 item, ada removes item & ada adds 1 other, ada looks', lostUpdate),
    },
    removalsMeet: {
      summary: 'Two lines that are removed at the same moment are both gone.',
      contract: removes,
      shopper: 'A removed item comes back.',
      run: play(
        'ada adds 1 item, ada adds 1 other, ada removes item & ada removes other, ada looks',
        lostUpdate,
      ),
    },
    signupsMeet: {
      summary: 'Of two signups with one email at the same moment, one is refused, and the other one logs in.',
      contract: 'An email that has an account is refused.',
      shopper: 'Two accounts with one email: which of them opens is chance.',
      async run({ call, together, newEmail, newAccount, password }) {
        const reason =
          'Whether the email is known is looked up, and written later. Let the database keep it unique.';
        for (let round = 0; round < rounds; round++) {
          const email = newEmail();
          const accounts = [0, 1, 2].map((nth) => newAccount({ email, password: `${password}${nth}` }));
          const signups = await together(accounts.map((body) => () => call('signup', { body })));
          const taken = signups.findIndex(isSuccess);
          for (const [at, signup] of signups.entries())
            if (at !== taken) expectRefused(signup, { reason, field: 'email' });
          for (const [at, { password }] of accounts.entries()) {
            const login = await call('login', { body: { email, password } });
            if (at === taken) expectAccepted(login);
            else expectRefused(login, { reason, field: 'password' });
          }
        }
      },
    },
    connectionsAgree: {
      level: 'breaks',
      summary: 'Calls over several connections find the same account, the same cart and the same list.',
      contract: tokenLasts,
      shopper: 'Logged out, or an empty cart, by chance: browsers call over six connections.',
      async run({ signup, login, call, together, catalogue: { item } }) {
        const ada = await signup();
        const reason = 'Several instances of the backend answer, each with a memory of its own.';
        for (let round = 0; round < rounds; round++) {
          const six = Array.from({ length: 6 }, () => () => call('getCart', { token: ada.token }));
          const carts = await together(six);
          for (const cart of carts) {
            const isStrange = carts.some(isSuccess) && /^40[13]$/.test(`${cart.status}`);
            const own = { isOrdinary: true, ...(isStrange && { reason }) };
            expectThat(cart, isSuccess(cart), { expected: SUCCESS, ...own });
            const isSame = linesOf(cart) === linesOf(carts[0] ?? cart);
            expectThat(cart, isSame, { expected: 'The same cart over each connection.', reason });
          }
          await together([() => login(ada), () => login(ada)]);
          await ada.add(item._id, 1);
        }
      },
    },
    loginsMeet: {
      level: 'breaks',
      summary: 'Logins of two shoppers at the same moment bring each their own token.',
      contract: sameCart,
      shopper: "Somebody else's cart after a login.",
      run: play(
        'ada adds 1 item, bob adds 1 other, ada/again enters & bob/again enters, ada/again looks, bob/again looks',
      ),
    },
  },
);
