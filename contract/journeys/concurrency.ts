import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, expectThat } from '../judge/expect.ts';
import { Failure } from '../judge/failure.ts';
import type { Shop } from '../judge/shop.ts';
import type { Line, Shopper } from '../judge/shopper.ts';
import { test } from './journey.ts';

/** A race does not show each time. */
const ROUNDS = 3;

type Race = {
  shoppers: Shopper[];
  prepare?: () => Promise<unknown>;
  steps: (() => Promise<unknown>)[];
  cause: string;
};

const LOST_UPDATE =
  'A lost update: the cart is read, changed and written back, and a write in between is lost.';
const SHARED_STATE =
  'Data of one request is kept where other requests reach it, such as in a global variable.';

/** Takes all steps at the same time, and checks the carts. If they are wrong, takes the steps one by one to see whether it was a race. */
async function race({ together }: Shop, { shoppers, prepare, steps, cause }: Race) {
  async function check(act: () => Promise<unknown>) {
    await prepare?.();
    await act();
    for (const shopper of shoppers) await shopper.expectCart();
    for (const shopper of shoppers) await shopper.emptyCart();
  }
  for (let round = 0; round < ROUNDS; round++) {
    try {
      await check(() => together(steps.map((step) => () => step())));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      for (const shopper of shoppers) await shopper.emptyCart();
      await check(async () => {
        for (const step of steps) await step();
      });
      const proof = isSuccess(error.exchange) ? { cause, evidence: cause } : {};
      throw new Failure(error.exchange, { ...error.details, level: 'unsafe', ...proof });
    }
  }
}

test('addsMeet @unsafe: Additions of an item at the same time add up', async (shop) => {
  const { signup, item } = shop;
  const ada = await signup();
  const steps = Array.from({ length: 5 }, () => () => ada.add(item, 1));
  await race(shop, { shoppers: [ada], steps, cause: LOST_UPDATE });
});

test('itemsMeet @unsafe: Additions of different items at the same time are all in the cart', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const steps = [() => ada.add(item, 1), () => ada.add(other, 2)];
  await race(shop, { shoppers: [ada], steps, cause: LOST_UPDATE });
});

test('devicesMeet @unsafe: Additions of two devices of a shopper at the same time add up', async (shop) => {
  const { signup, device, item, other } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  const steps = [() => phone.add(item, 1), () => laptop.add(item, 1), () => laptop.add(other, 1)];
  await race(shop, { shoppers: [phone], steps, cause: LOST_UPDATE });
});

test('shoppersMeet @unsafe: Additions of three shoppers at the same time go into the cart of each', async (shop) => {
  const { signup, item, other } = shop;
  const shoppers = [await signup(), await signup(), await signup()];
  const steps = shoppers.flatMap((shopper, i) => [
    () => shopper.add(item, i === 1 ? 2 : 1),
    () => shopper.add(other, i === 2 ? 2 : 1),
  ]);
  await race(shop, { shoppers, steps, cause: SHARED_STATE });
});

test('removalMeetsAddition @unsafe: A removal beside an addition: one item is gone, the other is there', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const prepare = () => ada.add(item, 1);
  const steps = [() => ada.remove(item), () => ada.add(other, 1)];
  await race(shop, { shoppers: [ada], prepare, steps, cause: LOST_UPDATE });
});

test('removalsMeet @unsafe: Two lines that are removed at the same time are both gone', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  async function prepare() {
    await ada.add(item, 1);
    await ada.add(other, 1);
  }
  const steps = [() => ada.remove(item), () => ada.remove(other)];
  await race(shop, { shoppers: [ada], prepare, steps, cause: LOST_UPDATE });
});

test('signupsMeet @unsafe: Of three signups with one email at the same time, one succeeds and can log in', async ({
  call,
  together,
  newEmail,
  newAccount,
  password,
}) => {
  for (let round = 0; round < ROUNDS; round++) {
    const email = newEmail();
    const accounts = [0, 1, 2].map((i) => newAccount({ email, password: `${password}${i}` }));
    const signups = await together(accounts.map((body) => () => call('signup', { body })));
    const winner = signups.findIndex(isSuccess);
    const losers = signups.filter((_, i) => i !== winner);
    if (losers.some(isSuccess)) {
      // One after the other, it has to be refused; otherwise this is no race.
      expectRefused(await call('signup', { body: accounts[0] }), 'email', { level: 'unsafe' });
    }
    const cause = 'A race: the email is looked up, and written later. Let the database keep it unique.';
    for (const signup of losers) expectRefused(signup, 'email', { level: 'unsafe', cause, evidence: cause });
    for (const [i, { password }] of accounts.entries()) {
      const login = await call('login', { body: { email, password } });
      if (i === winner) expectAccepted(login);
      else expectRefused(login, 'password', { level: 'unsafe', cause, evidence: cause });
    }
  }
});

test('connectionsAgree: Calls over several connections find the same account, cart and list', async ({
  signup,
  login,
  call,
  together,
  item,
}) => {
  const ada = await signup();
  for (let round = 0; round < ROUNDS; round++) {
    const calls = Array.from({ length: 6 }, () => () => call('getCart', { token: ada.token }));
    expectSameCarts(await together(calls));
    await together([() => login(ada.account), () => login(ada.account)]);
    // Two pieces are within the stock of most shops.
    if (round < 2) await ada.add(item, 1);
  }
});

test('loginsMeet: Logins of two shoppers at the same time bring each their own token', async ({
  signup,
  device,
  together,
  item,
  other,
}) => {
  const [ada, bob] = [await signup(), await signup()];
  await ada.add(item, 1);
  await bob.add(other, 1);
  const again = await together([() => device(ada), () => device(bob)]);
  for (const shopper of again) await shopper.expectCart();
});

function expectSameCarts(carts: Exchange[]) {
  const cause = 'Several instances of the backend answer, and each knows other sessions or carts.';
  const proof = { cause, evidence: 'instances', level: 'breaks' as const };
  const hasSome = carts.some(isSuccess);
  for (const cart of carts) {
    const isStrange = hasSome && (cart.status === 401 || cart.status === 403);
    expectThat(cart, !isStrange, { expected: 'A success, as over the other connections.', ...proof });
    expectAccepted(cart);
    const isSame = linesOf(cart) === linesOf(carts[0] ?? cart);
    expectThat(cart, isSame, { expected: 'The same cart over each connection.', ...proof });
  }
}

/** Items and quantities. Other fields may differ from call to call. */
const linesOf = ({ body }: Exchange) =>
  (body as Line[])
    .map(({ item, quantity }) => `${quantity} ${item._id}`)
    .sort()
    .join();
