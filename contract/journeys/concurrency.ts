import { isRefusal, isSuccess } from '../judge/exchange.ts';
import { expectRefused } from '../judge/expect.ts';
import { errorOf, Failure, LEAKS } from '../judge/failure.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { test } from './journey.ts';

/** A race does not show in every round. */
const ROUNDS = 3;

type Step = () => Promise<unknown>;
type Race = { shoppers: Shopper[]; prepare?: Step; steps: Step[] };

const LOST_UPDATE =
  'A lost update: two requests read the same cart, and the later write overwrites the earlier one.';
const SHARED_STATE = "Simultaneous requests overwrite each other's data, for example in a global variable.";
const NOT_UNIQUE = 'A race between looking up the email and storing it: add a unique index to the database.';

const isLeak = (error?: Error) => error instanceof Failure && error.details.evidence === LEAKS;

/** Carts in which an addition or a removal is missing. Two lines of one item, for example, have another cause. */
const LOSSES = ['missing lines', 'quantity too low', 'removed lines'];

/** The cause, if the failure shows it and has none yet. The journey has emptied its carts. */
async function explainRace({ exchange, details }: Failure, { findStray }: Shop) {
  const { cause, shape = '', evidence } = details;
  if (evidence === LEAKS) return { cause: SHARED_STATE };
  if (cause || !isSuccess(exchange) || !LOSSES.includes(shape)) return {};
  // Missing lines may be in another shopper's cart.
  if (await findStray()) return { cause: SHARED_STATE, evidence: LEAKS };
  return { cause: LOST_UPDATE, evidence: LOST_UPDATE };
}

/** Takes a step. A backend may refuse one of several simultaneous changes, but must not lose it. */
async function mayBeRefused(step: Step) {
  const error = await errorOf(step);
  if (error && !(error instanceof Failure && isRefusal(error.exchange))) throw error;
  return !error;
}

/** Makes calls at the same time and waits for all of them. */
async function together<Result>(calls: (() => Promise<Result>)[]): Promise<Result[]> {
  const pending = calls.map((start) => start());
  await Promise.allSettled(pending);
  return Promise.all(pending);
}

/** All carts must be right. If several are wrong, lines of other shoppers are the best evidence, and then too many pieces. */
async function expectCarts(shoppers: Shopper[]) {
  const errors = [];
  for (const shopper of shoppers) errors.push(await errorOf(() => shopper.expectCart()));
  const hasTooMany = (error?: Error) =>
    error instanceof Failure && !LOSSES.includes(error.details.shape ?? '');
  const error = errors.find(isLeak) ?? errors.find(hasTooMany) ?? errors.find(Boolean);
  if (error) throw error;
}

/** Declares a journey that takes steps at the same time. It is a race if they fail, and work in turn. */
function testRace(name: string, makeRace: (shop: Shop) => Promise<Race>) {
  test(name, async (shop) => {
    const { shoppers, prepare, steps } = await makeRace(shop);
    /** Carts that are wrong already are not a race. */
    async function arrange() {
      await prepare?.();
      await expectCarts(shoppers);
    }
    async function takeInTurn() {
      await arrange();
      for (const step of steps) await step();
      await expectCarts(shoppers);
    }
    let isRefused = false;
    for (let round = 0; round < ROUNDS; round++) {
      await arrange();
      const error = await errorOf(async () => {
        const accepted = await together(steps.map((step) => () => mayBeRefused(step)));
        isRefused ||= accepted.includes(false);
        await expectCarts(shoppers);
      });
      for (const shopper of shoppers) await shopper.emptyCart();
      if (!error) continue;
      if (!(error instanceof Failure)) throw error;
      const proof = await explainRace(error, shop);
      if (await errorOf(takeInTurn)) throw error;
      throw new Failure(error.exchange, { ...error.details, ...proof, level: 'unsafe', isRace: true });
    }
    if (isRefused) await takeInTurn();
  });
}

testRace('devicesMeet @unsafe: Simultaneous additions from two devices add up', async (shop) => {
  const { signup, device, item, other } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  const steps = [() => phone.add(item, 1), () => laptop.add(item, 1), () => laptop.add(other, 1)];
  return { shoppers: [phone], steps };
});

testRace('piecesMeet @unsafe: Simultaneous additions to a line add up', async ({ signup, device, item }) => {
  const phone = await signup();
  const laptop = await device(phone);
  const steps = [() => phone.add(item, 1), () => laptop.add(item, 1)];
  return { shoppers: [phone], prepare: () => phone.add(item, 1), steps };
});

testRace("shoppersMeet @unsafe: Simultaneous additions go into each shopper's own cart", async (shop) => {
  const { signup, item, other } = shop;
  const [ada, bob, cem] = [await signup(), await signup(), await signup()];
  const steps = [
    () => ada.add(item, 1),
    () => bob.add(other, 1),
    () => cem.add(item, 2),
    () => cem.add(other, 2),
  ];
  return { shoppers: [ada, bob, cem], steps };
});

testRace('removalMeetsAddition @unsafe: A removal does not undo a simultaneous addition', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const steps = [() => ada.remove(item), () => ada.add(other, 1)];
  return { shoppers: [ada], prepare: () => ada.add(item, 1), steps };
});

testRace('removalsMeet @unsafe: Simultaneous removals remove every line', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const prepare = async () => {
    await ada.add(item, 1);
    await ada.add(other, 1);
  };
  return { shoppers: [ada], prepare, steps: [() => ada.remove(item), () => ada.remove(other)] };
});

test('signupsMeet @unsafe: Of three simultaneous signups with one email, one succeeds', async (shop) => {
  const { call, login, newEmail, newAccount } = shop;
  for (let round = 0; round < ROUNDS; round++) {
    const email = newEmail();
    const accounts = [0, 1, 2].map(() => newAccount({ email }));
    const signups = await together(accounts.map((body) => () => call('signup', { body })));
    // It is a race only if the email is refused afterwards.
    expectRefused(await call('signup', { body: accounts[0] }), 'email', { level: 'unsafe' });
    const winner = signups.findIndex(isSuccess);
    const proof = { level: 'unsafe', cause: NOT_UNIQUE, evidence: NOT_UNIQUE, isRace: true } as const;
    for (const loser of signups.filter((_, i) => i !== winner)) expectRefused(loser, 'email', proof);
    const account = accounts[winner];
    if (account) await login(account);
  }
});

test('loginsMeet: Simultaneous logins of two shoppers return their own tokens', async (shop) => {
  const { signup, device, item, other } = shop;
  const ada = await signup();
  const bob = await signup();
  await ada.add(item, 1);
  await bob.add(other, 1);
  for (const shopper of [ada, bob]) await shopper.expectCart();
  const devices = await together([() => device(ada), () => device(bob)]);
  const mixedUp = { level: 'breaks', evidence: 'mixed up logins', cause: undefined, isRace: true } as const;
  for (const shopper of devices) await shopper.expectCart(mixedUp);
});
