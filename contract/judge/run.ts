import { type TestContext, test } from 'node:test';
import type { Journey } from '../journeys/journey.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { explain } from './causes.ts';
import { type Exchange, nameOf } from './exchange.ts';
import { Failure, OutOfStock, Skip, Stop } from './failure.ts';
import type { Level } from './level.ts';
import { Shop } from './shop.ts';

type Result =
  | { status: 'passed' }
  | { status: 'failed'; failure: Failure; level: Level; cause?: string | undefined; evidence: string }
  | { status: 'skipped'; reason: string; isBlocking: boolean };

/** What came of a journey, with the exchanges of its last attempt. */
export type Outcome = { journey: Journey; seconds: number; exchanges: Exchange[] } & Result;
export type FailedOutcome = Extract<Outcome, { status: 'failed' }>;

const MAX_ATTEMPTS = 3;
const MAX_ITEMS_TRIED = 5;

type Options = {
  accounts: Accounts;
  catalogue: Catalogue;
  /** Loads the list of items. Throws Stop if nothing can be judged. */
  prepare: () => Promise<Exchange>;
  /** Why a failure does not fail the run; undefined if it does. */
  tolerate: (outcome: FailedOutcome) => string | undefined;
  /** The text of a failure for node:test and its reporters. */
  describe: (outcome: FailedOutcome) => string;
};

/** Runs the journeys, each as a test of node:test. */
export class Runner {
  readonly outcomes: Outcome[] = [];
  readonly notes: string[] = [];
  stop: Stop | undefined;
  private firstList: Exchange | undefined;

  constructor(private options: Options) {}

  async run(journeys: Journey[]) {
    const error = await thrownBy(async () => {
      this.firstList = await this.options.prepare();
    });
    if (error) this.stop = error instanceof Stop ? error : new Stop((error as Error).message);
    await test('our-store-contract', async (suite) => {
      for (const journey of journeys)
        await suite.test(`${journey.id} @${journey.level}: ${journey.title}`, (context) =>
          this.report(journey, context),
        );
    });
  }

  private async report(journey: Journey, context: TestContext) {
    const outcome = await this.judge(journey);
    this.outcomes.push(outcome);
    if (outcome.status === 'skipped') context.skip(outcome.reason);
    if (outcome.status !== 'failed') return;
    const tolerated = this.options.tolerate(outcome);
    if (tolerated) context.skip(tolerated);
    else throw withoutStack(this.options.describe(outcome));
  }

  private async judge(journey: Journey): Promise<Outcome> {
    const begin = performance.now();
    const { error, exchanges } = await this.attemptUntilSure(journey);
    const seconds = Math.round(performance.now() - begin) / 1000;
    return { journey, seconds, exchanges, ...this.resultOf(journey, error) };
  }

  private resultOf(journey: Journey, error: unknown): Result {
    if (!error) return { status: 'passed' };
    const failure = failureOf(error);
    if (failure) {
      const { level = journey.level } = failure.details;
      // In a strict journey, strange requests come before whatever goes wrong.
      const isCapped = journey.level === 'strict' && level === 'breaks';
      const { exchanges } = this.options.accounts.client;
      return {
        status: 'failed',
        failure,
        level: isCapped ? 'strict' : level,
        ...explain(failure, exchanges),
      };
    }
    if (error instanceof Skip)
      return { status: 'skipped', reason: error.message, isBlocking: error.isBlocking };
    return { status: 'skipped', reason: this.stop?.message ?? '', isBlocking: true };
  }

  /** Server errors and broken connections may be chance, and items may be sold out: tries again. */
  private async attemptUntilSure(journey: Journey): Promise<{ error: unknown; exchanges: Exchange[] }> {
    const { accounts, catalogue } = this.options;
    const accidents: { failure: Failure; position: number }[] = [];
    for (let itemsTried = 1; ; ) {
      const start = accounts.client.exchanges.length;
      const error = await this.attempt(journey);
      const exchanges = accounts.client.exchanges.slice(start);
      if (error instanceof OutOfStock && itemsTried++ < MAX_ITEMS_TRIED) {
        catalogue.avoid(error.itemId);
        continue;
      }
      const isAccident = error instanceof Failure && error.isServerFault;
      if (isAccident) accidents.push({ failure: error, position: exchanges.indexOf(error.exchange) });
      if (isAccident && accidents.length < MAX_ATTEMPTS) continue;
      const [first] = accidents;
      const isRepeatable = isAccident && accidents.every(({ position }) => position === first?.position);
      if (!first || isRepeatable || (error && !isAccident)) return { error, exchanges };
      return { error: this.judgeAccident(first.failure), exchanges };
    }
  }

  /** A server error that comes and goes is a failure. A broken connection that comes and goes may be an accident. */
  private judgeAccident({ exchange }: Failure): Failure | undefined {
    const { operation, status, problem } = exchange;
    if (!status) {
      this.notes.push(
        `${nameOf(operation)} broke the connection (${problem}), and worked when it was repeated.`,
      );
      return undefined;
    }
    return new Failure(exchange, {
      expected: 'A success each time.',
      level: 'breaks',
      evidence: 'server errors now and then',
      cause: 'Calls fail with a server error now and then, and work when they are repeated.',
    });
  }

  /** Runs a journey once, its tidying up included. Returns what it throws. */
  private async attempt(journey: Journey): Promise<unknown> {
    if (this.stop) return this.stop;
    const shop = new Shop(this.options.accounts, this.options.catalogue, this.firstList);
    let error = await thrownBy(() => journey.run(shop));
    if (!(error instanceof Stop)) {
      const untidy = await thrownBy(() => shop.tidy(journey.level));
      error ??= untidy;
    }
    const isExpected = !error || error instanceof Failure || error instanceof Skip;
    if (!isExpected)
      this.stop = error instanceof Stop ? error : new Stop(`The kit failed: ${(error as Error).stack}`);
    return error;
  }
}

/** What the backend is accused of: a failure, an item that nothing explains why it cannot be added, or the server's death. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof OutOfStock && !error.isExplained) return error.failure;
  if (!(error instanceof Stop) || !error.fatalCall) return undefined;
  const { fatalCall } = error;
  error.fatalCall = undefined;
  return new Failure(fatalCall, {
    expected: 'A server that answers this call and the next ones.',
    got: `The connection broke (${fatalCall.problem}), and the server has not answered since.`,
    level: 'unsafe',
    evidence: 'the server died',
    cause: 'The server died while it worked on this call: its own log says why.',
  });
}

async function thrownBy(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The stack of a failure leads into the kit, and says nothing about the backend. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
