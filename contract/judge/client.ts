import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath, type Operation } from '../openapi/readContract.ts';
import {
  type Exchange,
  findRequestError,
  isRefusal,
  isSuccess,
  nameOf,
  parse,
  type Sent,
  textOf,
  writeQuery,
} from './exchange.ts';
import { Failure, Skip, Stop } from './failure.ts';
import { findOperation } from './files.ts';
import { inSeconds, readRetryAfter, type request, requestWithRedirects } from './http.ts';

export type Conditions = {
  api: string;
  /** Sent with each call and never shown. */
  headers: Record<string, string>;
  /** Existing accounts, where signup is closed to the kit. */
  accounts?: { email: string; password: string }[] | undefined;
  emailDomain?: string | undefined;
  origin?: string | undefined;
  /** How long a response may take, in milliseconds. */
  timeout: number;
  /** Shortens pauses in tests. */
  pauseScale: number;
  request: typeof request;
  onWait: (line: string) => void;
};

/** How long an operation may be limited by 429 or 503 before the journey is skipped. */
const MAX_WAIT = 120_000;
/** A server that died may be started again. */
const RECONNECT_PAUSES = [200, 1000, 3000, 5000];
/** After how many responses in a row 503 may be an error instead of a limit. */
const MAX_UNAVAILABLE = 3;
/** How many timeouts in a row the run waits for: one may be chance. */
const MAX_TIMEOUTS = 2;

/**
 * Makes the contract's calls, and repeats them after a limit (429, 503). Throws Skip if the limit stays or an operation
 * keeps timing out, and Stop if the server is gone.
 */
export class Client {
  readonly exchanges: Exchange[] = [];
  /** The operations whose limit did not end in time, by their names. */
  private limited = new Set<string>();
  /** The operations that always return 503, counted separately for malformed requests. */
  private unavailable = new Set<string>();
  /** How many times in a row each operation timed out, counted separately for malformed requests. */
  private timeouts = new Map<string, number>();

  constructor(readonly conditions: Conditions) {}

  pause = (ms: number) => sleep(ms * this.conditions.pauseScale);

  call(id: string, sent: Sent = {}): Promise<Exchange> {
    const operation = findOperation(id);
    if (!operation) throw new Error(`openapi.yaml has no operation ${id}.`);
    return this.make(operation, operation.hasBody ? sent : { ...sent, body: undefined });
  }

  /** Sends what a browser sends before it makes a call from another origin. */
  preflight(operation: Operation, names: string[]): Promise<Exchange> {
    const headers = {
      'access-control-request-method': operation.method,
      'access-control-request-headers': names.join(','),
    };
    const unchecked = { checkRequest: () => undefined, checkResponse: () => undefined };
    return this.make({ ...operation, ...unchecked, method: 'OPTIONS' }, { headers });
  }

  private async make(operation: Operation, sent: Sent): Promise<Exchange> {
    const name = nameOf(operation);
    const requestError = findRequestError(operation, sent);
    const key = `${name} ${requestError ? 'malformed' : ''}`;
    const timeouts = this.timeouts.get(key) ?? 0;
    if (timeouts >= MAX_TIMEOUTS) throw new Skip(`${name} took too long before`, !requestError);
    let waited = 0;
    for (let tries = 1; ; tries++) {
      const exchange = await this.send(operation, sent, requestError);
      if (await this.isLimit(exchange, key, tries)) {
        waited += await this.waitForLimit(exchange, waited);
        continue;
      }
      this.limited.delete(name);
      this.timeouts.set(key, exchange.isTimeout ? timeouts + 1 : 0);
      this.exchanges.push(exchange);
      if (!exchange.status) await this.checkAlive(exchange);
      if (exchange.status >= 500) await this.checkWorking(exchange);
      return exchange;
    }
  }

  /** Whether the server limits calls. If it repeats 503 for one kind of call and answers others, that is an error. */
  private async isLimit({ status, headers }: Exchange, key: string, tries: number): Promise<boolean> {
    if (status !== 503 || headers.has('retry-after')) return status === 429 || status === 503;
    if (tries > MAX_UNAVAILABLE && (await this.look()) !== 503) this.unavailable.add(key);
    return !this.unavailable.has(key);
  }

  /** The status of any response, or of a call that worked before; 0 if there is no response. */
  private async look(worked?: Exchange): Promise<number> {
    if (worked) return (await this.send(worked.operation, worked.sent)).status;
    const { api, timeout, headers, request } = this.conditions;
    return (await request(api, { method: 'GET', headers, body: null }, timeout)).status;
  }

  /** Waits, and returns for how long. Without a Retry-After, the whole pause doubles each time. */
  private async waitForLimit(exchange: Exchange, waited: number): Promise<number> {
    const { operation, status, headers } = exchange;
    const name = nameOf(operation);
    const pause = readRetryAfter(headers) ?? Math.max(1000, waited);
    if (this.limited.has(name) || waited + pause > MAX_WAIT) {
      this.limited.add(name);
      this.exchanges.push(exchange);
      const hint = headers.has('retry-after') ? `, with Retry-After: ${headers.get('retry-after')}` : '';
      const remedy = operation.id === 'signup' ? ': use --account instead of signups' : '';
      throw new Skip(`${name} → ${status}${hint}${remedy}`, true);
    }
    this.conditions.onWait(`${name} → ${status}: waiting ${inSeconds(pause)}`);
    await this.pause(pause);
    return pause;
  }

  private async send(operation: Operation, sent: Sent, requestError?: string): Promise<Exchange> {
    const { api, timeout, origin, request } = this.conditions;
    const { token } = sent;
    const text = textOf(sent);
    const url = `${api}${fillPath(operation.path, sent.path)}${sent.search ?? writeQuery(sent.query)}`;
    const headers = {
      // As the store does: some backends redirect refusals to a page if the caller does not want JSON.
      accept: 'application/json',
      ...this.conditions.headers,
      ...(origin && { origin }),
      ...sent.headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method: operation.method, headers, body: text ?? null };
    const start = performance.now();
    const { bytes, ...response } = await requestWithRedirects(request, url, init, timeout);
    const end = performance.now();
    const parsed = response.responseError ? { body: '' } : parse(operation, response, bytes);
    return { operation, sent, url, requestError, start, end, ...response, ...parsed };
  }

  /** The lists and carts that have come. */
  private get loaded(): Exchange[] {
    return this.exchanges.filter((exchange) => isSuccess(exchange) && exchange.operation.method === 'GET');
  }

  /** Throws Stop if, after a server error, a cart and a list that came before fail as well: connections may be used up. */
  private async checkWorking(exchange: Exchange) {
    const cart = this.loaded.findLast((other) => other.sent.token);
    // One of them may fail for a reason of its own.
    const calls = [cart, this.loaded[0]].filter((call) => call !== undefined);
    if (!calls.length) return;
    for (const pause of [0, ...RECONNECT_PAUSES]) {
      await this.pause(pause);
      for (const call of calls) {
        const status = await this.look(call);
        if (status < 500 || status === 503) return;
      }
    }
    // A gateway says so if somebody has stopped the backend.
    const isStopped = [502, 504].includes(exchange.status) && this.isUsual(exchange);
    this.endRun(exchange, 'returns only errors since this call or one before it', !isStopped);
  }

  /** Whether the server usually handles such a call. */
  private isUsual({ operation, requestError }: Exchange): boolean {
    const handled = this.exchanges.filter((other) => isSuccess(other) || isRefusal(other));
    return !requestError && handled.some((other) => other.operation === operation && !other.requestError);
  }

  /** Throws Stop if the server is gone, hangs, or no longer opens the carts of others. Otherwise only this connection broke. */
  private async checkAlive(exchange: Exchange) {
    const { sent, isTimeout, responseError } = exchange;
    const answered = this.exchanges.filter(({ status }) => status);
    if (!answered.length && !(isTimeout && (await this.look())))
      throw new Stop(explainSilence(this.conditions.api, `${responseError}`));
    // Somebody may have stopped the server, or started it again, while it handled a call that it usually handles.
    const isUsual = this.isUsual(exchange);
    // Some servers still answer other calls, but no shopper can use them.
    const cart = this.loaded.findLast((other) => other.sent.token && other.sent.token !== sent.token);
    for (const pause of RECONNECT_PAUSES) {
      await this.pause(pause);
      const status = await this.look(cart ?? this.loaded[0]);
      const isOpen = isSuccess({ status }) || status === 429 || status === 503;
      if (status && (isUsual || !cart || isOpen)) return;
    }
    const isReached = isTimeout || (await this.look()) > 0;
    const isToBlame = isReached || (responseError !== 'ECONNREFUSED' && !isUsual);
    const what = isTimeout ? 'hangs since this call or one before it' : 'died while it handled this call';
    this.endRun(exchange, what, isToBlame);
  }

  /** Throws Stop. It is a failure if the server is to blame, and not somebody who stopped it. */
  private endRun(exchange: Exchange, what: string, isToBlame: boolean): never {
    const { operation, status, responseError } = exchange;
    const failure = new Failure(exchange, {
      expected: 'A server that answers this call and the next ones.',
      isOutage: true,
      cause: `The server ${what}: see its log.`,
    });
    const reason = `The server stopped working at ${nameOf(operation)} (${responseError ?? status}): start it again`;
    throw new Stop(reason, isToBlame ? failure : undefined);
  }
}

function explainSilence(api: string, code: string): string {
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/.test(code) && api.startsWith('https:'))
    return `The server at ${api} speaks HTTP, not HTTPS: give its address as ${api.replace('https:', 'http:')}`;
  if (code.startsWith('no response')) return `${api}: ${code}`;
  return /CERT|SIGNED|LEAF_SIGNATURE/.test(code)
    ? `The certificate of ${api} is not trusted (${code}). Name its file: NODE_EXTRA_CA_CERTS=certificate.pem our-store-contract check ${api}`
    : `No server answers at ${api} (${code}). Start it, or correct the address`;
}
