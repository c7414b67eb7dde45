import { isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectRefused, tryEach } from '../judge/expect.ts';
import { errorOf, Failure } from '../judge/failure.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { expectOwnPassword } from './identity.ts';
import { test } from './journey.ts';

/** A race does not show in every round. */
const ROUNDS = 5;

type Step = () => Promise<unknown>;
type Race = { shoppers: Shopper[]; prepare?: (round: number) => Promise<unknown>; steps: Step[] };

/** Replaces the details of the failed call, which works in turn. All races are of one kind: most have the same reason. */
const RACE = { kind: 'after simultaneous calls', level: undefined, cause: undefined };

/** Takes a step. A backend may refuse one of several simultaneous changes, but must not lose it. */
async function mayBeRefused(step: Step) {
  const error = await errorOf(step);
  const isRefused = error instanceof Failure && isRefusal(error.exchange);
  if (error && !(isRefused && error.exchange.operation.method === 'POST')) throw error;
}

/** Makes calls at the same time and waits for all of them. */
async function together<Result>(calls: (() => Promise<Result>)[]): Promise<Result[]> {
  const pending = calls.map((start) => start());
  await Promise.allSettled(pending);
  return Promise.all(pending);
}

/** Declares a journey that takes steps at the same time. It is a race if they fail, and work in turn. */
function testRace(name: string, makeRace: (shop: Shop) => Promise<Race>) {
  test(name, async (shop) => {
    const { shoppers, prepare, steps } = await makeRace(shop);
    const expectCarts = () => tryEach(shoppers, (shopper) => shopper.expectCart());
    /** Carts that are wrong already are not a race. New carts are not opened before: some backends make a cart at its first call. */
    async function arrange(round: number) {
      await prepare?.(round);
      if (round > 0) await expectCarts();
    }
    async function takeInTurn() {
      for (let round = 0; round < ROUNDS; round++) {
        await arrange(round);
        for (const step of steps) await step();
      }
      await expectCarts();
    }
    for (let round = 0; round < ROUNDS; round++) {
      await arrange(round);
      const error = await errorOf(async () => {
        await together(steps.map((step) => () => mayBeRefused(step)));
        await expectCarts();
      });
      if (!error) continue;
      for (const shopper of shoppers) await shopper.emptyCart();
      if (!(error instanceof Failure) || (await errorOf(takeInTurn))) throw error;
      throw new Failure(error.exchange, { ...error.details, ...RACE });
    }
  });
}

testRace('devicesMeet @unsafe: Simultaneous additions from two devices add up', async (shop) => {
  const { signup, device, item, other } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  const additions = [() => phone.add(item, 1), () => laptop.add(item, 1), () => laptop.add(other, 1)];
  // The first three additions meet at new lines, the other three at existing lines.
  const steps = [...additions, ...additions];
  return { shoppers: [phone], prepare: async (round) => round > 0 && phone.emptyCart(), steps };
});

testRace('shoppersMeet @unsafe: Simultaneous logins and additions of shoppers stay apart', async (shop) => {
  const { signup, device, item, other } = shop;
  const [ada, bob, cem] = [await signup(), await signup(), await signup()];
  const shoppers = await together([ada, bob, cem].map((shopper) => () => device(shopper)));
  const additions = [() => ada.add(item, 1), () => bob.add(other, 1)];
  const steps = [...additions, ...additions, () => cem.add(item, 2), () => cem.add(other, 2)];
  return { shoppers, steps };
});

testRace('removalsMeet @unsafe: Simultaneous removals undo no other change', async (shop) => {
  const { signup, catalogue, item, other } = shop;
  const [, , third] = catalogue.items;
  const ada = await signup();
  const prepare = async () => {
    await ada.add(item, 1);
    await ada.add(other, 1);
  };
  const additions = third ? [() => ada.add(third, 1)] : [];
  return { shoppers: [ada], prepare, steps: [() => ada.remove(item), () => ada.remove(other), ...additions] };
});

testRace('listsMeet: Simultaneous lists each have the items of their own filter', async (shop) => {
  const { priceMin, category } = shop.catalogue.combined;
  return {
    shoppers: [],
    steps: [() => shop.expectItems({ priceMin }), () => shop.expectItems({ category })],
  };
});

test('signupsMeet @unsafe @signup: Of three simultaneous signups with one email, one succeeds', async (shop) => {
  const { call, login, signup, newEmail, newAccount } = shop;
  // It is a race only if signups in turn are refused.
  const { account: first } = await signup();
  const second = newAccount({ email: first.email });
  expectRefused(await call('signup', { body: second }), 'email');
  await expectOwnPassword(shop, second.email, second.password);
  for (let round = 0; round < ROUNDS; round++) {
    const email = newEmail();
    const accounts = [0, 1, 2].map(() => newAccount({ email }));
    const signups = await together(accounts.map((body) => () => call('signup', { body })));
    const winner = signups.findIndex(isSuccess);
    for (const loser of signups.filter((_, i) => i !== winner)) expectRefused(loser, 'email', RACE);
    const account = accounts[winner];
    if (account) await login(account);
  }
});
