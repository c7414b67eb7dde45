import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath, type Operation } from '../readContract.ts';
import { type Exchange, nameOf, parse, readRetryAfter, type Sent, writeQuery } from './exchange.ts';
import { Failure, Skip, Stop } from './failure.ts';
import { inSeconds, NoResponse, request, requestWithRedirects } from './http.ts';

export type Conditions = {
  api: string;
  /** At most so many calls per second. */
  rate?: number | undefined;
  /** Sent with each call and never shown. */
  headers: Record<string, string>;
  /** The store's origin, if it is not the API's own. */
  origin?: string | undefined;
  /** How long a response may take, in milliseconds. More than half of it is slow. */
  timeout: number;
  /** Shortens pauses in tests. */
  pauseScale: number;
  onWait: (line: string) => void;
};

/** Pauses in milliseconds before a call is repeated that was limited by 429 or 503 without a Retry-After. */
const LIMIT_PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000];
const MAX_WAIT = 70_000;
/** Pauses before a server that broke a connection is called again. */
const RECONNECT_PAUSES = [200, 1000, 3000, 5000];
const MAX_SLOW = 2;

/**
 * Makes the contract's calls, and repeats those that a limit (429, 503) stopped. Throws Skip if that is in vain, Failure if
 * an operation is slow again and again, and Stop if the server is gone.
 */
export class Client {
  readonly exchanges: Exchange[] = [];
  /** How long the run waited for limits, in milliseconds. */
  waited = 0;
  /** Operations that were slow again and again, and are not called any more. */
  private closed = new Set<string>();
  /** Operations whose limit was waited for in vain. The next limit is not waited for. */
  private exhausted = new Set<string>();
  /** How many slow responses in a row each operation gave. */
  private slow = new Map<string, number>();
  /** When the calls started, and for concurrent ones when they may start. */
  private starts: number[] = [];
  private turns: number[] | undefined;
  private quietUntil = 0;

  constructor(
    readonly operations: Operation[],
    readonly conditions: Conditions,
  ) {}

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
    const isConcurrent = this.turns !== undefined;
    if (this.closed.has(name)) throw new Skip(`${name} took too long before`, true);
    for (let tries = 0, spent = 0; ; tries++) {
      const turn = this.turns?.shift() ?? this.takeTurns(1)[0] ?? 0;
      while (performance.now() < Math.max(turn, this.quietUntil))
        await sleep(Math.max(turn, this.quietUntil) - performance.now());
      const start = performance.now();
      const exchange = await this.send(operation, sent, isConcurrent);
      if (exchange.status !== 429 && exchange.status !== 503) {
        this.exhausted.delete(name);
        this.record(exchange);
        if (!exchange.status) await this.lookAgain(exchange);
        this.expectFast(exchange, performance.now() - start);
        return exchange;
      }
      const { pauseScale } = this.conditions;
      const pause = (readRetryAfter(exchange.headers) ?? LIMIT_PAUSES[tries] ?? MAX_WAIT) * pauseScale;
      spent += pause;
      if (spent > MAX_WAIT * pauseScale || this.exhausted.has(name)) this.giveUp(exchange);
      this.waitForLimit(exchange, pause);
    }
  }

  /** Start times within the rate. Calls that are to meet get the same one, if there are not too many of them. */
  private takeTurns(size: number): number[] {
    const { rate } = this.conditions;
    if (rate === undefined) return Array(size).fill(0);
    const burst = Math.max(1, Math.floor(rate));
    for (let left = size; left > 0; left -= burst) {
      const group = Math.min(left, burst);
      const earliest = (this.starts.at(group - burst - 1) ?? -Infinity) + (1000 * burst) / rate;
      this.starts.push(...Array(group).fill(Math.max(performance.now(), earliest)));
    }
    return this.starts.slice(-size);
  }

  private giveUp(exchange: Exchange): never {
    const { operation, status, headers } = exchange;
    const hint = headers.has('retry-after') ? `, with Retry-After: ${headers.get('retry-after')}` : '';
    this.record(exchange);
    this.exhausted.add(nameOf(operation));
    throw new Skip(`${nameOf(operation)} → ${status}${hint}`, true);
  }

  /** Delays all further calls. */
  private waitForLimit({ operation, status }: Exchange, pause: number) {
    this.conditions.onWait(`${nameOf(operation)} → ${status}: waiting ${inSeconds(pause)}`);
    const until = performance.now() + pause;
    this.waited += Math.max(0, until - Math.max(performance.now(), this.quietUntil));
    this.quietUntil = Math.max(this.quietUntil, until);
  }

  /** Throws at the second slow response in a row. Concurrent calls may wait for each other. */
  private expectFast(exchange: Exchange, ms: number) {
    if (exchange.isConcurrent && !exchange.isTimeout) return;
    const name = nameOf(exchange.operation);
    const limit = this.conditions.timeout / 2;
    const count = ms > limit ? (this.slow.get(name) ?? 0) + 1 : 0;
    this.slow.set(name, count);
    if (count < MAX_SLOW) return;
    this.closed.add(name);
    const cause = `${name} takes longer than ${inSeconds(limit)}.`;
    const expected = `A response within ${inSeconds(limit)}.`;
    throw new Failure(exchange, {
      expected,
      got: cause,
      cause,
      level: 'breaks',
      evidence: `${name} is slow`,
    });
  }

  /** Long lists are cut after a few more calls: a run loads the list of items dozens of times. */
  private record(exchange: Exchange) {
    this.exchanges.push(exchange);
    const old = this.exchanges.at(-8)?.body;
    if (Array.isArray(old)) old.length = Math.min(old.length, 100);
  }

  private get ownHeaders() {
    const { headers, origin } = this.conditions;
    return { ...headers, ...(origin && { origin }) };
  }

  private async send(operation: Operation, sent: Sent, isConcurrent: boolean): Promise<Exchange> {
    const { api, timeout } = this.conditions;
    const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
    const url = `${api}${fillPath(operation.path, sent.path)}${writeQuery(sent.query)}`;
    const headers = {
      ...this.ownHeaders,
      ...sent.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method: operation.method, headers, body: text };
    const exchange = { operation, sent, url, isConcurrent, isTimeout: false };
    try {
      const { bytes, ...response } = await requestWithRedirects(url, init, timeout);
      return { ...exchange, ...response, ...parse(operation, response.status, response.headers, bytes) };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      const { message: problem, isTimeout } = error;
      return {
        ...exchange,
        status: 0,
        body: undefined,
        headers: new Headers(),
        hops: [],
        problem,
        isTimeout,
      };
    }
  }

  /** Tells a server that is gone from one that broke a single call. */
  private async lookAgain(exchange: Exchange) {
    const { api, timeout, pauseScale } = this.conditions;
    if (!this.exchanges.some(({ status }) => status)) throw new Stop('No server answers', exchange);
    for (const pause of RECONNECT_PAUSES) {
      await sleep(pause * pauseScale);
      const init = { method: 'GET', headers: this.ownHeaders };
      const error = await request(`${api}/items`, init, timeout).catch((error: NoResponse) => error);
      if (!(error instanceof NoResponse)) return;
      if (error.isTimeout) break;
    }
    const wasReached = !/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)/.test(`${exchange.problem}`);
    const fatalCall = wasReached && !exchange.isTimeout ? exchange : undefined;
    throw new Stop('The server stopped answering', exchange, fatalCall);
  }
}
