import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, expectThat } from '../judge/expect.ts';
import { Failure } from '../judge/failure.ts';
import type { Shop } from '../judge/shop.ts';
import type { Line, Shopper } from '../judge/shopper.ts';
import { test } from './journey.ts';

/** A race does not show each time. */
const ROUNDS = 3;

type Race = { shoppers: Shopper[]; prepare?: () => Promise<unknown>; steps: (() => Promise<unknown>)[] };

const LOST_UPDATE =
  'A lost update: the cart is read, changed and written back, and a write in between is lost.';
const SHARED_STATE = 'Data of one request is kept where other requests reach it, as in a global variable.';
const NOT_UNIQUE = 'A race: the email is looked up, and written later. Let the database keep it unique.';
const INSTANCES = 'Several instances of the backend answer, and each knows other sessions or carts.';

const isForeign = ({ details }: Failure) => /nobody|too high/.test(details.shape ?? '');

/** The carts must be right. If several are wrong, lines of others tell most. */
async function expectCarts(shoppers: Shopper[]) {
  const failures: Failure[] = [];
  for (const shopper of shoppers)
    await shopper.expectCart().catch((error) => {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    });
  const failure = failures.find(isForeign) ?? failures[0];
  if (failure) throw failure;
}

/** Declares a journey that takes all steps at the same time. If that fails, it takes them one by one, to see whether it was a race. */
function race(name: string, set: (shop: Shop) => Promise<Race>) {
  test(name, async (shop) => {
    const { shoppers, prepare, steps } = await set(shop);
    async function check(takeSteps: () => Promise<unknown>) {
      await prepare?.();
      await takeSteps();
      await expectCarts(shoppers);
      for (const shopper of shoppers) await shopper.emptyCart();
    }
    for (let round = 0; round < ROUNDS; round++) {
      try {
        await check(() => shop.together(steps));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        for (const shopper of shoppers) await shopper.emptyCart();
        await check(async () => {
          for (const step of steps) await step();
        });
        const cause = isForeign(error) && shoppers.length > 1 ? SHARED_STATE : LOST_UPDATE;
        const proof = isSuccess(error.exchange) ? { cause, evidence: cause } : {};
        throw new Failure(error.exchange, { ...error.details, level: 'unsafe', ...proof });
      }
    }
  });
}

race('addsMeet @unsafe: Additions of an item at the same time add up', async ({ signup, item }) => {
  const ada = await signup();
  return { shoppers: [ada], steps: Array(5).fill(() => ada.add(item, 1)) };
});

race(
  'itemsMeet @unsafe: Items that are added at the same time are all there',
  async ({ signup, item, other }) => {
    const ada = await signup();
    return { shoppers: [ada], steps: [() => ada.add(item, 1), () => ada.add(other, 2)] };
  },
);

race('devicesMeet @unsafe: Additions of two devices at the same time add up', async (shop) => {
  const { signup, device, item, other } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  const steps = [() => phone.add(item, 1), () => laptop.add(item, 1), () => laptop.add(other, 1)];
  return { shoppers: [phone], steps };
});

race('shoppersMeet @unsafe: Additions of three shoppers go into the cart of each', async (shop) => {
  const { signup, item, other } = shop;
  const shoppers = [await signup(), await signup(), await signup()];
  const steps = shoppers.flatMap((shopper, i) => [
    () => shopper.add(item, i === 1 ? 2 : 1),
    () => shopper.add(other, i === 2 ? 2 : 1),
  ]);
  return { shoppers, steps };
});

race('removalMeetsAddition @unsafe: A removal leaves an addition at the same time alone', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const steps = [() => ada.remove(item), () => ada.add(other, 1)];
  return { shoppers: [ada], prepare: () => ada.add(item, 1), steps };
});

race('removalsMeet @unsafe: Lines that are removed at the same time are all gone', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const prepare = async () => {
    await ada.add(item, 1);
    await ada.add(other, 1);
    await ada.expectCart();
  };
  return { shoppers: [ada], prepare, steps: [() => ada.remove(item), () => ada.remove(other)] };
});

test('signupsMeet @unsafe: Of three signups with one email at the same time, one succeeds', async (shop) => {
  const { call, together, newEmail, newAccount, password } = shop;
  for (let round = 0; round < ROUNDS; round++) {
    const email = newEmail();
    const accounts = [0, 1, 2].map((i) => newAccount({ email, password: `${i}${password}` }));
    const signups = await together(accounts.map((body) => () => call('signup', { body })));
    // It is a race only if the email is refused afterwards.
    const late = await call('signup', { body: accounts[0] });
    expectRefused(late, 'email', { level: 'unsafe' });
    const winner = signups.findIndex(isSuccess);
    const proof = { level: 'unsafe', cause: NOT_UNIQUE, evidence: NOT_UNIQUE } as const;
    for (const signup of signups) if (signup !== signups[winner]) expectRefused(signup, 'email', proof);
    for (const [i, { password }] of accounts.entries()) {
      const login = await call('login', { body: { email, password } });
      if (i === winner) expectAccepted(login);
      else expectRefused(login, 'password', { level: 'unsafe' });
    }
  }
});

test('connectionsAgree: Calls over several connections find the same session and cart', async (shop) => {
  const { signup, call, together, item } = shop;
  const ada = await signup();
  for (let round = 0; round < ROUNDS; round++) {
    expectSameCarts(await together(Array(6).fill(() => call('getCart', { token: ada.token }))));
    // Two pieces are within the stock of most shops.
    if (round < 2) await ada.add(item, 1);
  }
});

test('loginsMeet: Logins of two shoppers at the same time bring each their own token', async (shop) => {
  const { signup, device, together, item, other } = shop;
  const ada = await signup();
  const bob = await signup();
  await ada.add(item, 1);
  await bob.add(other, 1);
  const again = await together([() => device(ada), () => device(bob)]);
  for (const shopper of again) await shopper.expectCart();
});

function expectSameCarts(carts: Exchange[]) {
  const proof = { cause: INSTANCES, evidence: 'a valid token is refused', level: 'breaks' } as const;
  const hasSuccess = carts.some(isSuccess);
  for (const cart of carts) {
    const isLoggedOut = hasSuccess && (cart.status === 401 || cart.status === 403);
    expectThat(cart, !isLoggedOut, { expected: 'A success, as over the other connections.', ...proof });
    expectAccepted(cart);
    const isSame = linesOf(cart) === linesOf(carts[0] ?? cart);
    const expected = 'The same cart over each connection.';
    expectThat(cart, isSame, { expected, ...proof, evidence: INSTANCES });
  }
}

/** Items and quantities. Other fields may differ from call to call. */
const linesOf = ({ body }: Exchange) =>
  (body as Line[])
    .map(({ item, quantity }) => `${quantity} ${item._id}`)
    .sort()
    .join();
