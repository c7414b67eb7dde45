import fc from 'fast-check';
import { type Conditions, type Exchange, findKiller, isSuccess, makeClient, Unjudged } from './client.ts';
import { readOperations } from './contractFile.ts';
import { killedBy, Unmet } from './expect.ts';
import { type Step, stepsOf } from './model.ts';
import { CannotCheck, chooseCatalogue, fetchItems } from './probe.ts';
import { makePassword, openShop, type Shopper } from './shop.ts';

const MOST_STEPS = 12;
/** No call deletes an account. */
const MOST_USERS = 150;
const CALLS_PER_RUN = 40;
const CALLS_TO_SHRINK = 1500;
const MOST_MINUTES = 10;

export const RUNS = 100;

/** A call that went wrong, and all calls that led to it. */
export type Fault = { unmet: Unmet; exchanges: Exchange[]; password: string; secrets: Set<string> };

/** What random sequences have shown. */
export type Exploration = {
  seed: number;
  runs: number;
  calls: number;
  users: number;
  /** Of the shortest sequence that shows one. */
  fault?: Fault;
  /** Whether it happened again with new shoppers. */
  isRepeatable?: boolean;
  /** Why the runs ended before nothing was found, as a part of a sentence. */
  why?: string | undefined;
  /** Whether the server has stopped answering. */
  isGone: boolean;
  ms: number;
};

type Options = Conditions & {
  runs?: number | undefined;
  seed?: number | undefined;
  /** Whether to look for a shorter sequence that shows the fault. */
  shrink?: boolean;
  /** Where test users get their letters. */
  domain?: string | undefined;
  /** Ends the runs. */
  signal?: AbortSignal | undefined;
  onRun?: () => void;
};

/**
 * Makes random sequences of calls by several shoppers and compares what they bring with a model of carts and
 * sessions. What fits the contract has to do what it says, what does not has to be refused, and nothing may fail
 * with 5xx or hang. Bounded in calls, users and time.
 */
export async function explore(api: string, options: Options = {}): Promise<Exploration> {
  const {
    runs = RUNS,
    seed = Date.now() % 1e9,
    shrink = true,
    domain,
    signal,
    onRun,
    ...conditions
  } = options;
  const operations = readOperations();
  const begin = performance.now();
  const client = makeClient(api, operations, conditions);
  const { exchanges, secrets } = client;
  const catalogue = chooseCatalogue((await fetchItems(client)).body);
  if (!catalogue) throw new CannotCheck('Random sequences need items, and GET /items brought none.');
  const password = makePassword();
  const shop = openShop(client, catalogue, password, { domain });
  let mostCalls = runs * CALLS_PER_RUN;
  let once: Fault | undefined;
  let repeated: Fault | undefined;
  let end: Unjudged | undefined;
  let done = 0;

  /** Kept from run to run, as long as their carts can be emptied and their first token stays good. */
  const pool = new Map<number, { shopper: Shopper; signup: Exchange }>();

  const hasEmptied = (shopper: Shopper): Promise<boolean> =>
    shopper.empty().then(
      () => true,
      (error) => {
        if (error instanceof Unmet) return false;
        throw error;
      },
    );

  async function run(steps: Step[]): Promise<Fault | undefined> {
    const start = exchanges.length;
    const signups: Exchange[] = [];
    const present = new Map<number, Shopper[]>();
    async function devicesOf(who: number): Promise<Shopper[]> {
      const known = present.get(who);
      if (known) return known;
      const kept = pool.get(who);
      const isKept = kept && (await hasEmptied(kept.shopper));
      const shopper = isKept ? kept.shopper : await shop.signup();
      const signup = isKept ? kept.signup : (exchanges.at(-1) as Exchange);
      if (isKept) signups.push(signup);
      pool.set(who, { shopper, signup });
      present.set(who, [shopper]);
      return devicesOf(who);
    }
    try {
      for (const step of steps) await step(devicesOf);
      for (const device of [...present.values()].flat()) await device.look();
      return undefined;
    } catch (error) {
      const unmet = error instanceof Unjudged ? endWith(error) : error;
      if (!unmet) return undefined;
      if (!(unmet instanceof Unmet)) throw error;
      const own = exchanges.slice(start, exchanges.indexOf(unmet.exchange));
      return { unmet, exchanges: [...signups, ...own, unmet.exchange], password, secrets };
    }
  }

  /** No run makes sense after it. Where a call has stopped the server, that is the fault. */
  function endWith(error: Unjudged): Unmet | undefined {
    end = error;
    const killer = error.exchange.status ? undefined : findKiller(exchanges);
    return killer && killedBy(killer);
  }

  const countUsers = () => exchanges.filter((it) => it.operation.id === 'signup' && isSuccess(it)).length;

  /** A shorter sequence has to fail at the same operation, in the same way. */
  const isSame = (one: Unmet, two: Unmet) =>
    one.exchange.operation === two.exchange.operation &&
    one.details.symptom === two.details.symptom &&
    one.details.isOrdinary === two.details.isOrdinary;

  await fc.check(
    fc.asyncProperty(fc.array(stepsOf(operations, shop), { maxLength: MOST_STEPS }), async (steps) => {
      const isLate = performance.now() - begin >= MOST_MINUTES * 60_000;
      const isSpent = isLate || exchanges.length >= mostCalls || countUsers() >= MOST_USERS;
      if (end || signal?.aborted || isSpent) return;
      done++;
      onRun?.();
      const first = repeated ? undefined : await run(steps);
      if (!first && !repeated) return;
      once ??= first;
      if (end) return;
      // Only what happens again to new shoppers can be made shorter, and shown by a script.
      pool.clear();
      const again = await run(steps);
      if (!again || (repeated && !isSame(again.unmet, repeated.unmet))) return;
      if (!repeated) mostCalls = exchanges.length + CALLS_TO_SHRINK;
      repeated = again;
      throw again.unmet;
    }),
    { numRuns: runs, seed, endOnFailure: !shrink },
  );
  if (!end) await shop.tidy().catch(endWith);
  const fault = repeated ?? once;
  return {
    seed,
    runs: done,
    calls: exchanges.length,
    users: countUsers(),
    ...(fault && { fault, isRepeatable: Boolean(repeated) }),
    why: end?.message,
    isGone: end !== undefined && !end.exchange.status,
    ms: performance.now() - begin,
  };
}
