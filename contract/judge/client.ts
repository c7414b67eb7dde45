import { fillPath, type Operation } from '../readContract.ts';
import { type Exchange, nameOf, parse, readRetryAfter, type Sent, writeQuery } from './exchange.ts';
import { Failure, Skip, Stop } from './failure.ts';
import { follow, inSeconds, NoResponse, request } from './http.ts';
import { makeTurns } from './turns.ts';

export type Conditions = {
  api: string;
  /** At most so many calls per second. */
  rate?: number | undefined;
  /** Sent with each call and never shown. */
  headers?: Record<string, string>;
  /** The store's origin, if it is not the API's own. */
  origin?: string | undefined;
  /** How long a response may take, in milliseconds. */
  timeout: number;
  /** Shortens the waits for limits; for tests. */
  pauseScale?: number;
  onWait?: (line: string) => void;
};

/** Pauses in milliseconds before a call is repeated that was limited by 429 or 503 without a Retry-After. */
const LIMIT_PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000];
const MAX_WAIT_PER_CALL = 70_000;
const MAX_WAIT_PER_RUN = 600_000;
/** Pauses before a server that broke a connection is called again. */
const RECONNECT_PAUSES = [200, 1000, 3000, 5000];
/** So many slow responses of an operation in a row are a failure, and the operation is not called again. */
const MAX_SLOW = 2;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes the contract's calls. Waits for limits (429, 503) and repeats the call. Throws Skip if that is in vain,
 * and Stop if the server is gone.
 */
export class Client {
  readonly exchanges: Exchange[] = [];
  /** How long the run waited for limits, in milliseconds. */
  waited = 0;
  /** How many slow responses in a row each operation gave. */
  private slow = new Map<string, number>();
  /** Operations whose limit was waited for in vain. */
  private exhausted = new Set<string>();
  /** Start times for the concurrent calls that are being started. */
  private turns: number[] | undefined;
  private quietUntil = 0;
  private takeTurns: ReturnType<typeof makeTurns>;
  private ownHeaders: Record<string, string>;
  private pauseScale: number;

  constructor(
    readonly operations: Operation[],
    readonly conditions: Conditions,
  ) {
    const { rate = Number.POSITIVE_INFINITY, origin, headers, pauseScale = 1 } = conditions;
    this.takeTurns = makeTurns(rate);
    this.ownHeaders = { ...headers, ...(origin && { origin }) };
    this.pauseScale = pauseScale;
  }

  call(id: string, wanted: Sent = {}): Promise<Exchange> {
    const operation = this.operations.find((candidate) => candidate.id === id);
    if (!operation) throw new Error(`openapi.yaml has no operation ${id}.`);
    return this.make(operation, operation.hasBody ? wanted : { ...wanted, body: undefined });
  }

  /** Asks what a browser asks before it makes a call from another origin. */
  preflight(operation: Operation, headers: Record<string, string>): Promise<Exchange> {
    return this.make({ ...operation, method: 'OPTIONS', checkAnswer: () => undefined }, { headers });
  }

  /** Makes calls at the same time and waits for all of them. Each function has to make its call at once. */
  async together<Result>(calls: (() => Promise<Result>)[]): Promise<Result[]> {
    this.turns = this.takeTurns(calls.length);
    const pending = calls.map((start) => start());
    this.turns = undefined;
    await Promise.allSettled(pending);
    return Promise.all(pending);
  }

  private async make(operation: Operation, sent: Sent): Promise<Exchange> {
    const name = nameOf(operation);
    if (this.slow.get(name) === MAX_SLOW) throw new Skip(`${name} took too long before`, true);
    const isConcurrent = this.turns !== undefined;
    for (let tries = 0, spent = 0; ; tries++) {
      const turn = this.turns?.shift() ?? this.takeTurns(1)[0] ?? 0;
      await this.waitUntil(turn);
      const start = performance.now();
      const exchange = await this.send(operation, sent, isConcurrent);
      const isLimited = exchange.status === 429 || exchange.status === 503;
      if (isLimited) {
        const pause = readRetryAfter(exchange.headers) ?? (LIMIT_PAUSES[tries] ?? 30_000) * this.pauseScale;
        spent += pause;
        this.waitForLimit(exchange, pause, spent);
        continue;
      }
      this.exhausted.delete(name);
      this.record(exchange);
      if (!exchange.status) await this.lookAgain(exchange);
      this.expectFast(exchange, performance.now() - start);
      return exchange;
    }
  }

  /** Throws at the second slow response in a row. Concurrent calls may wait for each other. */
  private expectFast(exchange: Exchange, ms: number) {
    const name = nameOf(exchange.operation);
    const limit = this.conditions.timeout / 2;
    if (exchange.isConcurrent && !exchange.isTimeout) return;
    const count = ms > limit ? (this.slow.get(name) ?? 0) + 1 : 0;
    this.slow.set(name, count);
    if (count < MAX_SLOW) return;
    throw new Failure(exchange, {
      expected: `A response within ${inSeconds(limit)}.`,
      got: `${MAX_SLOW} responses in a row took longer than ${inSeconds(limit)}.`,
      level: 'breaks',
      evidence: `${name} is slow`,
      cause: `${name} takes longer than ${inSeconds(limit)}.`,
    });
  }

  private async waitUntil(turn: number) {
    const start = () => Math.max(turn, this.quietUntil);
    while (performance.now() < start()) await sleep(start() - performance.now());
  }

  /** Delays all further calls. Throws if the limit was waited for long enough. */
  private waitForLimit(exchange: Exchange, pause: number, spent: number) {
    const name = nameOf(exchange.operation);
    const isRunOver = this.waited + pause > MAX_WAIT_PER_RUN * this.pauseScale;
    if (isRunOver || this.exhausted.has(name) || spent > MAX_WAIT_PER_CALL * this.pauseScale) {
      this.exhausted.add(name);
      this.record(exchange);
      const { status, headers } = exchange;
      const hint = headers.has('retry-after') ? `, with Retry-After: ${headers.get('retry-after')}` : '';
      if (!isRunOver) throw new Skip(`${name} → ${status}${hint}`, true);
      throw new Stop(
        `${name} → ${status} after ${inSeconds(this.waited)} of waiting for its limits`,
        exchange,
      );
    }
    this.conditions.onWait?.(`${name} → ${exchange.status}: waiting ${inSeconds(pause)}`);
    const until = performance.now() + pause;
    this.waited += Math.max(0, until - Math.max(performance.now(), this.quietUntil));
    this.quietUntil = Math.max(this.quietUntil, until);
  }

  /** Long lists are cut after a few more calls: a run loads the list of items dozens of times. */
  private record(exchange: Exchange) {
    this.exchanges.push(exchange);
    const old = this.exchanges.at(-8)?.body;
    if (Array.isArray(old)) old.length = Math.min(old.length, 100);
  }

  private async send(operation: Operation, sent: Sent, isConcurrent: boolean): Promise<Exchange> {
    const { api, timeout } = this.conditions;
    const url = `${api}${fillPath(operation.path, sent.path)}${writeQuery(sent.query)}`;
    const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
    const headers = {
      ...this.ownHeaders,
      ...sent.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method: operation.method, headers, body: text };
    const exchange = { operation, sent, url, isConcurrent, hops: [], isTimeout: false };
    const nothing = { status: 0, body: undefined, problem: undefined, headers: new Headers() };
    try {
      // Browsers do not follow a redirect of a preflight.
      const isPreflight = operation.method === 'OPTIONS';
      const { bytes, elsewhere, ...response } = await follow(url, init, timeout, isPreflight ? 0 : undefined);
      if (elsewhere)
        return { ...exchange, ...response, ...nothing, ...redirected(response.status, elsewhere) };
      return { ...exchange, ...response, ...parse(operation, response.status, response.headers, bytes) };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      return { ...exchange, ...nothing, problem: error.message, isTimeout: error.isTimeout };
    }
  }

  /** Tells a server that is gone from one that broke a single call. */
  private async lookAgain(exchange: Exchange) {
    const { api, timeout } = this.conditions;
    if (!this.exchanges.some(({ status }) => status)) throw new Stop('No server answers', exchange);
    for (const pause of RECONNECT_PAUSES) {
      await sleep(pause * this.pauseScale);
      const init = { method: 'GET', headers: this.ownHeaders };
      const error = await request(`${api}/items`, init, timeout).catch((error: NoResponse) => error);
      if (!(error instanceof NoResponse)) return;
      if (error.isTimeout) break;
    }
    const wasReached = !/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)/.test(`${exchange.problem}`);
    throw new Stop(
      'The server stopped answering',
      exchange,
      wasReached && !exchange.isTimeout ? exchange : undefined,
    );
  }
}

const redirected = (status: number, { origin, pathname }: URL) => ({
  status,
  body: `redirects to ${origin}${pathname}`,
});
