import { test } from 'node:test';
import type { Journey } from '../journeys/journey.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { type Explanation, explain, isTokenRefused } from './causes.ts';
import type { Client } from './client.ts';
import { Failure, LimitReached, Skip, Stop } from './errors.ts';
import { type Exchange, isSuccess, nameOf } from './exchange.ts';
import { inSeconds } from './http.ts';
import type { Level } from './level.ts';
import { Shop } from './shop.ts';
import { OutOfStock } from './shopper.ts';

/** What came of a journey. */
export type Outcome = {
  journey: Journey;
  seconds: number;
  /** The exchanges of its last attempt. */
  exchanges: Exchange[];
} & (
  | { status: 'passed' }
  | { status: 'failed'; failure: Failure; level: Level; cause?: string | undefined; evidence: string }
  | { status: 'skipped'; reason: string; isBlocking: boolean }
);

export type FailedOutcome = Extract<Outcome, { status: 'failed' }>;

const MAX_ATTEMPTS = 3;
const MAX_ITEMS_TRIED = 5;

type Options = {
  client: Client;
  accounts: Accounts;
  catalogue: Catalogue;
  signal: AbortSignal;
  /** Loads the list of items. Throws Stop where nothing can be judged. */
  prepare: (catalogue: Catalogue) => Promise<Exchange>;
  /** Why a failure does not fail the run; undefined if it does. */
  tolerate: (outcome: FailedOutcome) => string | undefined;
  /** The text of a failure for node:test and its reporters. */
  describe: (outcome: FailedOutcome) => string;
};

/** The journeys of a run, each a test of node:test. */
export class Runner {
  readonly outcomes: Outcome[] = [];
  readonly notes: string[] = [];
  stop: Stop | undefined;
  private firstList: Exchange | undefined;
  private reportedSlow = new Set<string>();

  constructor(private options: Options) {}

  async run(journeys: Journey[]) {
    await this.prepare();
    for (const journey of journeys)
      await test(`${journey.id} (${journey.level}): ${journey.title}`, async (context) => {
        const outcome = await this.judge(journey);
        this.outcomes.push(outcome);
        if (outcome.status === 'skipped') context.skip(outcome.reason);
        if (outcome.status !== 'failed') return;
        const tolerated = this.options.tolerate(outcome);
        if (tolerated) return context.skip(tolerated);
        throw withoutStack(this.options.describe(outcome));
      });
  }

  private async prepare() {
    try {
      this.firstList = await this.options.prepare(this.options.catalogue);
    } catch (error) {
      if (error instanceof Skip) this.stop = new Stop(error.message);
      else if (error instanceof Stop) this.stop = error;
      else throw error;
    }
  }

  private async judge(journey: Journey): Promise<Outcome> {
    const begin = performance.now();
    const result = await this.attemptUntilSure(journey);
    const seconds = Math.round(performance.now() - begin) / 1000;
    const { error, exchanges } = result;
    const common = { journey, seconds, exchanges };
    if (!error) return { ...common, status: 'passed' };
    if (error instanceof Failure) return { ...common, ...(await this.explainFailure(journey, error)) };
    if (error instanceof Skip)
      return { ...common, status: 'skipped', reason: error.message, isBlocking: error.isBlocking };
    if (error instanceof OutOfStock && !error.isExplained)
      return { ...common, ...(await this.explainFailure(journey, error.failure)) };
    if (error instanceof LimitReached) {
      const isBlocking = error instanceof OutOfStock && error.isSoldOut;
      return { ...common, status: 'skipped', reason: error.message, isBlocking };
    }
    if (!(error instanceof Stop)) throw error;
    this.stop = error;
    if (!error.isFatalCall || !error.exchange)
      return { ...common, status: 'skipped', reason: error.message, isBlocking: true };
    return { ...common, ...(await this.explainFailure(journey, diedAt(error.exchange))) };
  }

  /** Server errors and broken connections may be chance, and some items may be sold out: tries again. */
  private async attemptUntilSure(journey: Journey): Promise<{ error: unknown; exchanges: Exchange[] }> {
    const { client, catalogue } = this.options;
    const accidents: { failure: Failure; position: number }[] = [];
    let itemsTried = 1;
    for (;;) {
      const start = client.exchanges.length;
      const error = await this.attempt(journey);
      const exchanges = client.exchanges.slice(start);
      if (error instanceof OutOfStock && error.itemId && itemsTried++ < MAX_ITEMS_TRIED) {
        catalogue.avoid(error.itemId);
        continue;
      }
      const isAccident = error instanceof Failure && isServerFault(error);
      if (isAccident) accidents.push({ failure: error, position: exchanges.indexOf(error.exchange) });
      if (isAccident && accidents.length < MAX_ATTEMPTS) continue;
      const isRepeatable =
        isAccident && accidents.every(({ position }) => position === accidents[0]?.position);
      const [chance] = accidents;
      if (!chance || isRepeatable || (error && !isAccident)) return { error, exchanges };
      return { error: this.judgeChance(chance.failure), exchanges };
    }
  }

  /** A server error that comes and goes is a failure; a broken connection that comes and goes may be an accident. */
  private judgeChance({ exchange }: Failure): Failure | undefined {
    const name = nameOf(exchange.operation);
    if (!exchange.status) {
      this.notes.push(
        `${name} broke the connection once (${exchange.problem}), and worked when it was repeated.`,
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
    const { client, accounts, catalogue, signal } = this.options;
    if (signal.aborted) this.stop ??= new Stop('The run was interrupted');
    if (this.stop) return new Skip(this.stop.message, true);
    const start = client.exchanges.length;
    const shop = new Shop(accounts, catalogue, this.firstList);
    let error = await thrownBy(() => journey.run(shop));
    if (error instanceof Stop) return error;
    error ??= this.findSlow(client.exchanges.slice(start));
    const untidy = await thrownBy(() => shop.tidy(journey.level));
    return error ?? (untidy instanceof Skip ? undefined : untidy);
  }

  private findSlow(exchanges: Exchange[]): Failure | undefined {
    const { client } = this.options;
    const slow = exchanges.findLast(({ operation }) => client.isSlow(operation));
    if (!slow || this.reportedSlow.has(nameOf(slow.operation))) return undefined;
    const name = nameOf(slow.operation);
    this.reportedSlow.add(name);
    const limit = inSeconds(client.conditions.timeout / 2);
    return new Failure(slow, {
      expected: `A response within ${limit}.`,
      got: `Two responses in a row took longer than ${limit}.`,
      level: 'breaks',
      evidence: `${name} is slow`,
      cause: `${name} takes longer than ${limit}.`,
    });
  }

  private async explainFailure(journey: Journey, failure: Failure) {
    const { level = journey.level } = failure.details;
    const explanation = await this.explainWithProbe(failure);
    // Strange requests come before whatever goes wrong in a strict journey.
    const isCapped = journey.level === 'strict' && level === 'breaks';
    return { status: 'failed' as const, failure, level: isCapped ? 'strict' : level, ...explanation };
  }

  private async explainWithProbe(failure: Failure): Promise<Explanation> {
    const { client } = this.options;
    const explanation = explain(failure, client.exchanges);
    if (explanation.evidence !== 'session ended' || !isTokenRefused(failure)) return explanation;
    const { token } = failure.exchange.sent;
    for (let tries = 0; tries < 4; tries++) {
      const exchange = await client.call('getCart', { token }).catch(() => undefined);
      if (exchange && isSuccess(exchange))
        return {
          evidence: 'instances',
          cause:
            'The same token is accepted and refused by turns: several instances know different sessions.',
        };
    }
    return explanation;
  }
}

const isServerFault = ({ exchange, details }: Failure) =>
  (exchange.status >= 500 || (!exchange.status && !exchange.isTimeout)) &&
  !details.shape?.startsWith('with a wrong');

const diedAt = (exchange: Exchange) =>
  new Failure(exchange, {
    expected: 'A server that answers this call and the next ones.',
    got: `The connection broke (${exchange.problem}), and the server has not answered since.`,
    level: 'unsafe',
    evidence: 'the server died',
    cause: 'The server died while it worked on this call: its own log says why.',
  });

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
