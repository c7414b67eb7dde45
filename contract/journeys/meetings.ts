import type { Exchange } from '../client.ts';
import { expectAccepted, expectRefused, expectThat } from '../expect.ts';
import { newEmail } from '../shop.ts';
import type { Stories } from './journey.ts';

const adds = "Adds the quantity to the item's line, creating the line when there is none.";
const removes = "Removes the item's whole line from the cart; the other lines stay.";

const lostUpdate =
  'The cart is read, changed and written back, and what another call wrote in between is lost. Let the database add, or hold a lock.';

/** Not every meeting does harm. */
const ROUNDS = 3;
const times = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Calls that meet at the backend. */
export const meetingJourneys: Stories = {
  addsMeet: {
    level: 'unsafe',
    summary: 'Additions of an item at the same moment add up.',
    contract: adds,
    shopper: 'Quick presses on Add to Cart count only in part.',
    needs: ['addTwice'],
    async run({ signup, catalogue: { item } }) {
      const ada = await signup();
      for (let round = 1; round <= ROUNDS; round++) {
        await Promise.all(times(5, () => ada.add(item._id, 1, true)));
        await ada.expectCart({ [item._id]: 5 * round }, lostUpdate);
      }
    },
  },
  itemsMeet: {
    level: 'unsafe',
    summary: 'Additions of different items at the same moment are all in the cart.',
    contract: adds,
    shopper: 'Of two items that they add in quick succession, one is lost.',
    needs: ['twoItems', 'remove'],
    async run({ signup, catalogue: { item, other } }) {
      const ada = await signup();
      for (let round = 1; round <= ROUNDS; round++) {
        await Promise.all([ada.add(item._id, 1, true), ada.add(other._id, 2, true)]);
        await ada.expectCart({ [item._id]: 1, [other._id]: 2 }, lostUpdate);
        await ada.remove(item._id);
        await ada.remove(other._id);
      }
    },
  },
  devicesMeet: {
    level: 'unsafe',
    summary: 'Additions of two devices of a shopper at the same moment add up.',
    contract: adds,
    shopper: 'What they add on the phone is lost, because the laptop added something too.',
    needs: ['addsMeet', 'itemsMeet', 'twoDevices'],
    async run({ signup, login, catalogue: { item, other } }) {
      const phone = await signup();
      const laptop = await login(phone);
      for (let round = 1; round <= ROUNDS; round++) {
        await Promise.all([
          ...[phone, laptop].map((device) => device.add(item._id, 1, true)),
          laptop.add(other._id, 1, true),
        ]);
        await phone.expectCart({ [item._id]: 2 * round, [other._id]: round }, lostUpdate);
      }
    },
  },
  shoppersMeet: {
    level: 'unsafe',
    summary: 'Additions of three shoppers at the same moment go into the cart of each.',
    contract: "Lists the lines of the caller's cart, one line an item; no other shopper sees them.",
    shopper: 'Items of others, when many shop at the same time.',
    needs: ['threeShoppers', 'addsMeet'],
    async run({ signup, catalogue: { item, other } }) {
      const shoppers = [await signup(), await signup(), await signup()];
      for (let round = 1; round <= ROUNDS; round++) {
        await Promise.all(
          shoppers.flatMap((shopper, at) => [
            shopper.add(item._id, at + 1, true),
            shopper.add(other._id, 1, true),
          ]),
        );
        for (const [at, shopper] of shoppers.entries())
          await shopper.expectCart(
            { [item._id]: (at + 1) * round, [other._id]: round },
            'What belongs to one call is kept where other calls reach it, such as in a global variable.',
          );
      }
    },
  },
  removalMeetsAddition: {
    level: 'unsafe',
    summary: 'A removal beside an addition of another item: the one is gone, the other is there.',
    contract: removes,
    shopper: 'A removed item comes back, or an added one is lost.',
    needs: ['itemsMeet', 'addTwice', 'remove'],
    async run({ signup, catalogue: { item, other } }) {
      const ada = await signup();
      for (let round = 1; round <= ROUNDS; round++) {
        await ada.add(item._id, 1);
        await Promise.all([ada.remove(item._id, true), ada.add(other._id, 1, true)]);
        await ada.expectCart({ [other._id]: round }, lostUpdate);
      }
    },
  },
  removalsMeet: {
    level: 'unsafe',
    summary: 'Two lines that are removed at the same moment are both gone.',
    contract: removes,
    shopper: 'A removed item comes back.',
    needs: ['removalMeetsAddition'],
    async run({ signup, catalogue: { item, other } }) {
      const ada = await signup();
      for (let round = 1; round <= ROUNDS; round++) {
        await ada.add(item._id, 1);
        await ada.add(other._id, 1);
        await Promise.all([ada.remove(item._id, true), ada.remove(other._id, true)]);
        await ada.expectCart({}, lostUpdate);
      }
    },
  },
  signupsMeet: {
    level: 'unsafe',
    summary: 'Of two signups with one email at the same moment, one is refused, and the other one logs in.',
    contract: 'An email that has an account is refused.',
    shopper: 'Two accounts with one email: which of them opens is chance.',
    needs: ['duplicateSignup', 'login'],
    async run({ call, password }) {
      for (let round = 1; round <= ROUNDS; round++) {
        const email = newEmail();
        const accounts = times(3, (at) => ({
          name: 'Contract Test',
          email,
          password: `${password}${at}`,
        }));
        const signups = await Promise.all(accounts.map((body) => call('signup', { body }, true)));
        const taken = signups.filter(({ status }) => status < 300);
        const [, second] = taken;
        const reason =
          'Whether the email is known is looked up, and written later. Let the database keep it unique.';
        if (second) expectRefused(second, reason);
        for (const refused of signups.filter((it) => !taken.includes(it))) expectRefused(refused, reason);
        for (const [at, { password }] of accounts.entries()) {
          const login = await call('login', { body: { email, password } });
          const isOwn = taken.includes(signups[at] as Exchange);
          if (isOwn) expectAccepted(login);
          else expectRefused(login, reason);
        }
      }
    },
  },
  connectionsAgree: {
    summary: 'Calls over several connections find the same account, the same cart and the same list.',
    contract:
      'Everything under `/cart` needs the bearer token that `signup` and `login` return, which works for any number of calls.',
    shopper: 'Logged out, or an empty cart, by chance: browsers call over six connections.',
    needs: ['tokenWorksAgain', 'add', 'items'],
    async run({ signup, login, call, catalogue: { item } }) {
      const ada = await signup();
      await ada.add(item._id, 1);
      for (let round = 1; round <= ROUNDS; round++) {
        const carts = await Promise.all(times(6, () => call('getCart', { token: ada.token }, true)));
        const reason = 'Several instances of the backend answer, each with a memory of its own.';
        for (const cart of carts) {
          expectThat(cart, cart.status < 300, { expected: 'A success: any status from 200 to 299.', reason });
          const isSame = JSON.stringify(cart.body) === JSON.stringify(carts[0]?.body);
          expectThat(cart, isSame, { expected: 'The same cart over each connection.', reason });
        }
        await ada.add(item._id, 1);
        await Promise.all([login(ada, true), login(ada, true)]);
      }
    },
  },
  loginsMeet: {
    summary: 'Logins of two shoppers at the same moment bring each their own token.',
    contract: 'Exchanges an email and a password for a token, which opens the same cart each time.',
    shopper: "Somebody else's cart after a login.",
    needs: ['sameCartAfterLogin', 'secondShopper'],
    async run({ signup, login, catalogue: { item, other } }) {
      const [ada, bob] = [await signup(), await signup()];
      await ada.add(item._id, 1);
      await bob.add(other._id, 1);
      const [adaAgain, bobAgain] = await Promise.all([login(ada, true), login(bob, true)]);
      await adaAgain.expectCart({ [item._id]: 1 });
      await bobAgain.expectCart({ [other._id]: 1 });
    },
  },
};
