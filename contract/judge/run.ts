import type { Journey } from '../journeys/journey.ts';
import type { Accounts } from './accounts.ts';
import { Catalogue } from './catalogue.ts';
import { probeFilter, probeToken } from './causes.ts';
import { type Exchange, isOwnRefusal, isPage, isSuccess, nameOf } from './exchange.ts';
import { errorOf, Failure, Skip, Stop } from './failure.ts';
import { hasSignup } from './files.ts';
import type { Level } from './level.ts';
import { Shop } from './shop.ts';

type Result =
  | { status: 'passed' }
  | { status: 'failed'; failure: Failure; level: Level }
  | { status: 'skipped'; reason: string; isBlocking: boolean };

/** The result of a journey, with the exchanges of its last attempt. */
export type Outcome = { journey: Journey; seconds: number; exchanges: Exchange[] } & Result;
export type FailedOutcome = Extract<Outcome, { status: 'failed' }>;

/** How many broken connections and timeouts of a run may be chance. */
const MAX_NEGLIGIBLE = 2;

type Attempt = { error: Error | undefined; exchanges: Exchange[] };

export class Runner {
  readonly outcomes: Outcome[] = [];
  readonly notes = new Set<string>();
  stop: Stop | undefined;
  private negligible = 0;
  private catalogue: Catalogue;
  /** Probes take seconds. One that proved nothing is not repeated. */
  private failedProbes = new Set<unknown>();

  constructor(private accounts: Accounts) {
    this.catalogue = new Catalogue(accounts.client);
  }

  /** Without a usable backend, every journey is skipped. */
  async reachBackend() {
    const error = await errorOf(() => reach(this.accounts, this.catalogue));
    if (error) this.stop = error instanceof Stop ? error : new Stop(error.message);
  }

  async judge(journey: Journey) {
    const begin = performance.now();
    const { error, exchanges } = await this.attemptWithCurrentItems(journey);
    const explained = error instanceof Failure ? await this.probe(error) : error;
    const seconds = Math.round(performance.now() - begin) / 1000;
    this.outcomes.push({ journey, seconds, exchanges, ...this.resultOf(journey, explained) });
  }

  private async probe(failure: Failure): Promise<Failure> {
    const { exchange, details } = failure;
    const isFiltered = exchange.operation.id === 'getItems' && exchange.sent.query && isSuccess(exchange);
    const probe = failure.isValidTokenRefused ? probeToken : isFiltered ? probeFilter : undefined;
    if (!probe || this.failedProbes.has(probe)) return failure;
    const cause = await probe(this.accounts.client, exchange).catch(() => undefined);
    if (cause) return new Failure(exchange, { ...details, cause });
    this.failedProbes.add(probe);
    return failure;
  }

  private resultOf(journey: Journey, error: Error | undefined): Result {
    if (!error) return { status: 'passed' };
    if (error instanceof Failure)
      return { status: 'failed', failure: error, level: error.levelIn(journey.level) };
    const isBlocking = !(error instanceof Skip) || error.isBlocking;
    return { status: 'skipped', reason: error.message, isBlocking };
  }

  /** Repeats a journey with other items, or with the same ones as they are now. */
  private async attemptWithCurrentItems(journey: Journey): Promise<Attempt> {
    for (;;) {
      const attempt = await this.attemptUntilSure(journey);
      if (!(attempt.error instanceof Failure)) return attempt;
      const hasChanged = await this.catalogue.hasChanged(attempt.error).catch(() => false);
      if (!hasChanged) return attempt;
    }
  }

  /** Repeats a journey after a broken connection or a timeout. A few that do not come again may be chance. */
  private async attemptUntilSure(journey: Journey): Promise<Attempt> {
    const first = await this.attempt(journey);
    if (!isUnanswered(first.error) || this.stop || this.negligible === MAX_NEGLIGIBLE) return first;
    const second = await this.attempt(journey);
    if (isUnanswered(second.error) || second.error instanceof Skip) return first;
    this.negligible++;
    const { operation, responseError } = first.error.exchange;
    this.notes.add(`${nameOf(operation)} failed once (${responseError}), and then worked.`);
    return second;
  }

  /** Runs a journey once, its tidying up included. */
  private async attempt(journey: Journey): Promise<Attempt> {
    if (this.stop) return { error: this.stop, exchanges: [] };
    const { exchanges } = this.accounts.client;
    const start = exchanges.length;
    const shop = new Shop(this.accounts, this.catalogue);
    const error = await errorOf(() => journey.run(shop));
    const end = error ? exchanges.length : undefined;
    const tidyError = error instanceof Stop ? undefined : await errorOf(() => shop.tidy());
    return { error: this.noteStop(error ?? tidyError), exchanges: exchanges.slice(start, end) };
  }

  /** After a Stop, or a bug of the kit, nothing more can be judged. */
  private noteStop(error: Error | undefined): Error | undefined {
    if (!error || error instanceof Failure || error instanceof Skip) return error;
    this.stop = error instanceof Stop ? error : new Stop(`The kit failed: ${error.stack}`);
    return this.stop.failure ?? this.stop;
  }
}

const isFromApi = (exchange: Exchange) => isSuccess(exchange) && !isPage(exchange);

/** Loads the items, and lets the first shoppers in. Throws Stop if nothing can be judged, with a sentence that says what to do. */
async function reach(accounts: Accounts, catalogue: Catalogue) {
  const { client, isOpen } = accounts;
  const known = client.conditions.accounts;
  if (!hasSignup && !known)
    throw new Stop('openapi.yaml has no signup: give accounts with --account EMAIL:PASSWORD');
  const list = await catalogue.load();
  if (isSuccess(list) && Array.isArray(list.body) && !list.body.length)
    throw new Stop('GET /items returns an empty list: the kit needs at least one item');
  const entries: Exchange[] = [];
  for (const account of known ?? []) entries.push(await client.call('login', { body: account }));
  if (isOpen) entries.push(await accounts.open());
  const remedy = [list, ...entries].some(isFromApi) ? undefined : remedyFor(list);
  const got = [list.status, isPage(list) && 'an HTML page', list.headers.get('location')].filter(Boolean);
  const name = isOpen ? 'POST /auth/signup' : 'POST /auth/login';
  if (remedy) throw new Stop(`Neither GET /items (${got.join(', ')}) nor ${name} succeeds: ${remedy}`);
  const refused = entries.find((login) => !isOpen && isOwnRefusal(login));
  if (refused) throw new Stop(`An account of --account cannot log in: ${name} → ${refused.status}`);
}

/** What to do if what answers is not the backend. */
function remedyFor(list: Exchange): string | undefined {
  const { status, hops, headers } = list;
  const isKeyNeeded = status === 401 || status === 403 || (hops.length > 0 && isPage(list));
  if (isKeyNeeded) return "a gateway may want a key: give it with --header 'NAME: VALUE'";
  if (status === 502 || status === 504) return 'a gateway does not reach the backend: start it';
  if (status >= 300 && status < 400)
    return `give the address that the redirect leads to, ${headers.get('location')}`;
  const isElsewhere = status === 404 || status === 405 || (status < 300 && isPage(list));
  const example = 'http://localhost:3000/api';
  return isElsewhere ? `give the address that the calls are under, such as ${example}` : undefined;
}

const isUnanswered = (error: Error | undefined): error is Failure =>
  error instanceof Failure && !error.exchange.status;
