import { expectAccepted, expectRefused, expectThat } from '../expect.ts';
import { adds, group, play, removes, type Stories, sameCart, tokenLasts } from './journey.ts';

/** Not every meeting does harm. */
const rounds = 3;
const lostUpdate = {
  rounds,
  reason:
    'The cart is read, changed and written back, and what another call wrote in between is lost. Let the database add, or hold a lock.',
};

/** Calls that meet at the backend. */
export const meetingJourneys: Stories = group(
  { level: 'unsafe' },
  {
    addsMeet: {
      summary: 'Additions of an item at the same moment add up.',
      contract: adds,
      shopper: 'Quick presses on Add to Cart count only in part.',
      needs: ['addTwice'],
      run: play(`${Array(5).fill('ada adds 1 item').join(' & ')}, ada looks`, lostUpdate),
    },
    itemsMeet: {
      summary: 'Additions of different items at the same moment are all in the cart.',
      contract: adds,
      shopper: 'Of two items that they add in quick succession, one is lost.',
      needs: ['twoItems', 'remove'],
      run: play(
        'ada adds 1 item & ada adds 2 other, ada looks, ada removes item, ada removes other',
        lostUpdate,
      ),
    },
    devicesMeet: {
      summary: 'Additions of two devices of a shopper at the same moment add up.',
      contract: adds,
      shopper: 'What they add on the phone is lost, because the laptop added something too.',
      needs: ['addsMeet', 'itemsMeet', 'twoDevices'],
      run: play('ada adds 1 item & ada/laptop adds 1 item & ada/laptop adds 1 other, ada looks', lostUpdate),
    },
    shoppersMeet: {
      summary: 'Additions of three shoppers at the same moment go into the cart of each.',
      contract: "Lists the lines of the caller's cart, one line an item; no other shopper sees them.",
      shopper: 'Items of others, when many shop at the same time.',
      needs: ['threeShoppers', 'addsMeet'],
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
      needs: ['itemsMeet', 'addTwice', 'remove'],
      run: play('ada adds 1 item, ada removes item & ada adds 1 other, ada looks', lostUpdate),
    },
    removalsMeet: {
      summary: 'Two lines that are removed at the same moment are both gone.',
      contract: removes,
      shopper: 'A removed item comes back.',
      needs: ['removalMeetsAddition'],
      run: play(
        'ada adds 1 item, ada adds 1 other, ada removes item & ada removes other, ada looks',
        lostUpdate,
      ),
    },
    signupsMeet: {
      summary: 'Of two signups with one email at the same moment, one is refused, and the other one logs in.',
      contract: 'An email that has an account is refused.',
      shopper: 'Two accounts with one email: which of them opens is chance.',
      needs: ['duplicateSignup', 'login'],
      async run({ call, newEmail, newAccount, password }) {
        const reason =
          'Whether the email is known is looked up, and written later. Let the database keep it unique.';
        for (let round = 0; round < rounds; round++) {
          const email = newEmail();
          const accounts = [0, 1, 2].map((nth) => newAccount({ email, password: `${password}${nth}` }));
          const signups = await Promise.all(accounts.map((body) => call('signup', { body }, true)));
          const taken = signups.find(({ status }) => status < 300);
          for (const signup of signups) if (signup !== taken) expectRefused(signup, reason);
          for (const [at, { password }] of accounts.entries()) {
            const login = await call('login', { body: { email, password } });
            if (signups[at] === taken) expectAccepted(login);
            else expectRefused(login, reason);
          }
        }
      },
    },
    connectionsAgree: {
      level: 'breaks',
      summary: 'Calls over several connections find the same account, the same cart and the same list.',
      contract: tokenLasts,
      shopper: 'Logged out, or an empty cart, by chance: browsers call over six connections.',
      needs: ['tokenWorksAgain', 'add', 'items'],
      async run({ signup, login, call, catalogue: { item } }) {
        const ada = await signup();
        await ada.add(item._id, 1);
        const reason = 'Several instances of the backend answer, each with a memory of its own.';
        for (let round = 0; round < rounds; round++) {
          const six = Array.from({ length: 6 }, () => call('getCart', { token: ada.token }, true));
          const carts = await Promise.all(six);
          for (const cart of carts) {
            expectThat(cart, cart.status < 300, {
              expected: 'A success: any status from 200 to 299.',
              reason,
            });
            const isSame = JSON.stringify(cart.body) === JSON.stringify(carts[0]?.body);
            expectThat(cart, isSame, { expected: 'The same cart over each connection.', reason });
          }
          await ada.add(item._id, 1);
          await Promise.all([login(ada, true), login(ada, true)]);
        }
      },
    },
    loginsMeet: {
      level: 'breaks',
      summary: 'Logins of two shoppers at the same moment bring each their own token.',
      contract: sameCart,
      shopper: "Somebody else's cart after a login.",
      needs: ['sameCartAfterLogin', 'secondShopper'],
      async run({ signup, login, catalogue: { item, other } }) {
        const [ada, bob] = [await signup(), await signup()];
        await ada.add(item._id, 1);
        await bob.add(other._id, 1);
        const [adaAgain, bobAgain] = await Promise.all([login(ada, true), login(bob, true)]);
        await adaAgain.look();
        await bobAgain.look();
      },
    },
  },
);
