import { fillPath, type Operation } from './readContract.ts';
import { follow, inSeconds, NoAnswer, request } from './request.ts';

/** How long things may take, in milliseconds. */
export const PATIENCE = {
  /** An answer; the store itself waits no longer. */
  answer: 10_000,
  /** One that shoppers still wait for. */
  long: 5000,
  /** Before a call is made again that was limited by 429 or 503 without a Retry-After. */
  pauses: [1000, 2000, 4000, 8000, 15_000, 30_000],
  /** All pauses of one call. */
  call: 70_000,
  /** All pauses of a run. */
  run: 600_000,
  /** Before a server that broke a call off is called again. */
  looks: [200, 1000, 3000, 5000],
};

/** So often may an operation hang, and so often in a row may it take long. */
const MOST_TIMEOUTS = 3;

/** What a call sends. `body` is sent as JSON, `text` as it is. */
export type Sent = {
  token?: string | undefined;
  /** The parameters in the path. */
  path?: Record<string, string | number>;
  /** A list is sent as a parameter that comes several times. */
  query?: Record<string, string | number | (string | number)[]>;
  body?: unknown;
  text?: string | undefined;
  /** Of a question that a browser asks before a call. */
  headers?: Record<string, string>;
};

/** A call and its answer. */
export type Exchange = {
  operation: Operation;
  sent: Sent;
  url: string;
  /** 0 where no answer came. */
  status: number;
  /** The parsed JSON, or the text where it is none. Long lists are forgotten after a few more calls. */
  body: unknown;
  /** Why no answer came, or why a success is not what openapi.yaml describes. */
  misfit: string | undefined;
  /** Whether it was made while others were under way. */
  isBesideAnother: boolean;
  headers: Headers;
  /** How long the answer took. */
  ms: number;
  /** Whether it was one of many in a row that took long: no hiccup. */
  isTedious?: boolean;
};

/** Whether a success came, whatever is in it. */
export const isSuccess = ({ status }: Pick<Exchange, 'status'>) => status >= 200 && status < 300;

/** Nothing can be said after this call. The message is a part of a sentence that says why. */
export class Unjudged extends Error {
  readonly exchange: Exchange;
  /** Whether no other call would tell more. */
  readonly isFinal: boolean;

  constructor(exchange: Exchange, why: string, isFinal = false) {
    super(why);
    this.exchange = exchange;
    this.isFinal = isFinal;
  }
}

/** The call that the server did not survive: the first that it broke off, or, where it was gone by then, the one before. */
export function findKiller(exchanges: Exchange[]): Exchange | undefined {
  const at = exchanges.findLastIndex(({ status }) => status > 0) + 1;
  const cameTooLate = /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)/.test(exchanges[at]?.misfit ?? '');
  return exchanges[cameTooLate && at > 0 ? at - 1 : at];
}

export type Conditions = {
  /** The most calls a second. */
  rate?: number | undefined;
  /** Sent with each call, and never told. */
  headers?: Record<string, string> | undefined;
  /** Where the page is that makes the calls. */
  origin?: string | undefined;
  patience?: Partial<typeof PATIENCE> | undefined;
  /** Called with a line whenever a limit is waited for. */
  onWait?: ((line: string) => void) | undefined;
};

export type Client = ReturnType<typeof makeClient>;

const NO_ANSWER = { status: 0, body: undefined, misfit: undefined, headers: new Headers(), ms: 0 };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes the contract's calls at `api`. A call is made again where a limit has stopped it; it throws Unjudged where
 * that is in vain, or where the server is gone, and for nothing else that a backend does.
 */
export function makeClient(api: string, operations: Operation[], conditions: Conditions = {}) {
  const { rate = Number.POSITIVE_INFINITY, origin, onWait = () => {} } = conditions;
  const own = { ...conditions.headers, ...(origin && { origin }) };
  const patience = { ...PATIENCE, ...conditions.patience };
  const takeTurn = makeTurns(rate);
  const exchanges: Exchange[] = [];
  const timeouts = new Map<string, number>();
  const longOnes = new Map<string, number>();
  /** The operations whose limit was waited for in vain. */
  const limited = new Set<string>();
  const secrets = new Set(Object.values(conditions.headers ?? {}));
  const underWay = new Set<Promise<unknown>>();
  let quietUntil = 0;
  let waited = 0;
  let looking: Promise<number | undefined> | undefined;

  /** Makes the call, without `body` where the operation takes none. */
  function call(id: string, wanted: Sent = {}, isBesideAnother = false): Promise<Exchange> {
    const operation = operations.find((it) => it.id === id);
    if (!operation) throw new Error(`openapi.yaml has no operation ${id}.`);
    const sent = operation.hasBody ? wanted : { ...wanted, body: undefined };
    const query = new URLSearchParams(
      Object.entries(sent.query ?? {}).flatMap(([name, value]) =>
        [value].flat().map((it) => [name, `${it}`]),
      ),
    );
    const url = `${api}${fillPath(operation.path, sent.path)}${query.size ? `?${query}` : ''}`;
    return keep(make({ operation, sent, url, isBesideAnother }));
  }

  function keep(made: Promise<Exchange>): Promise<Exchange> {
    underWay.add(made);
    // Whoever made the call is told how it ended; here it only leaves the set.
    made.catch(() => {}).finally(() => underWay.delete(made));
    return made;
  }

  async function make(ask: Pick<Exchange, 'operation' | 'sent' | 'url' | 'isBesideAnother'>) {
    const { operation, isBesideAnother } = ask;
    const name = `${operation.method} ${operation.path}`;
    if ((timeouts.get(operation.id) ?? 0) >= MOST_TIMEOUTS)
      throw new Unjudged({ ...ask, ...NO_ANSWER }, `${name} hung before`);
    if ((longOnes.get(operation.id) ?? 0) >= MOST_TIMEOUTS)
      throw new Unjudged({ ...ask, ...NO_ANSWER }, `${name} took too long before`);
    for (let tries = 0, spent = 0; ; tries++) {
      const turn = await takeTurn(isBesideAnother);
      for (let rest = 1; rest > 0; ) {
        rest = Math.max(turn, quietUntil) - performance.now();
        if (rest > 0) await sleep(rest);
      }
      const exchange: Exchange = { ...ask, ...(await send(ask)) };
      if (!isBesideAnother) {
        const isLong = exchange.ms > patience.long;
        longOnes.set(operation.id, isLong ? (longOnes.get(operation.id) ?? 0) + 1 : 0);
        exchange.isTedious = longOnes.get(operation.id) === MOST_TIMEOUTS;
      }
      const after = readPause(exchange.headers);
      const { status } = exchange;
      const isLimit = status === 429 || status === 503;
      if (!isLimit) limited.delete(operation.id);
      const pause = after ?? patience.pauses[Math.min(tries, patience.pauses.length - 1)] ?? 0;
      spent += pause;
      if (isLimit && !limited.has(operation.id) && spent <= patience.call && waited + pause <= patience.run) {
        const until = performance.now() + pause;
        waited += Math.max(0, until - Math.max(performance.now(), quietUntil));
        quietUntil = Math.max(quietUntil, until);
        onWait(
          `${name} → ${status}: called again in ${inSeconds(pause)}${after ? ', as Retry-After says' : ''}`,
        );
        continue;
      }
      exchanges.push(exchange);
      forgetLongLists();
      if (isLimit) {
        limited.add(operation.id);
        const isOver = waited + pause > patience.run;
        const said = after ? `, with a Retry-After of ${inSeconds(after)}` : '';
        const tired = `${inSeconds(waited)} of waiting for its limits were in vain`;
        throw new Unjudged(exchange, `${name} → ${status}${said}${isOver ? `; ${tired}` : ''}`, isOver);
      }
      if (!status) await lookAgain(exchange);
      return exchange;
    }
  }

  /** Tells a server that is gone from one that broke a call off. */
  async function lookAgain(exchange: Exchange) {
    // A server that has never answered is not there.
    if (!exchanges.some(({ status }) => status)) throw new Unjudged(exchange, 'no server answers', true);
    looking ??= look().finally(() => {
      looking = undefined;
    });
    const after = await looking;
    if (after === undefined) throw new Unjudged(exchange, 'the server stopped answering', true);
    exchange.misfit += `; the server answered another call ${inSeconds(after)} later`;
  }

  /** After how long the server answers again, or undefined. */
  async function look(): Promise<number | undefined> {
    const start = performance.now();
    for (const pause of patience.looks) {
      await sleep(pause);
      const asked = { method: 'GET', headers: own };
      const answer = await request(`${api}/items`, asked, patience.answer).catch((error: NoAnswer) => error);
      if (!(answer instanceof Error)) return performance.now() - start;
      if (answer.isLate) return undefined;
    }
    return undefined;
  }

  async function send({ operation, sent, url }: Pick<Exchange, 'operation' | 'sent' | 'url'>) {
    const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
    const asked = {
      method: operation.method,
      headers: {
        ...own,
        ...sent.headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
      },
      body: text,
    };
    const start = performance.now();
    try {
      const { status, headers, bytes, elsewhere } = await follow(url, asked, patience.answer);
      if (elsewhere) return { ...NO_ANSWER, status, body: `redirects to ${elsewhere}` };
      const ms = performance.now() - start;
      return { ...read(operation, status, headers.get('content-type'), bytes), headers, ms };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.isLate) timeouts.set(operation.id, (timeouts.get(operation.id) ?? 0) + 1);
      return { ...NO_ANSWER, misfit: error.message };
    }
  }

  /** A run asks for the list dozens of times. */
  function forgetLongLists() {
    const old = exchanges.at(-6);
    if (old && Array.isArray(old.body) && old.body.length > 100) old.body.length = 100;
  }

  return {
    api,
    call,
    /** What a browser asks before a call of the operation from another origin. */
    preflight(operation: Operation, headers: Record<string, string>): Promise<Exchange> {
      const url = `${api}${fillPath(operation.path)}`;
      const question = { ...operation, method: 'OPTIONS', checkAnswer: () => undefined };
      return keep(make({ operation: question, sent: { headers }, url, isBesideAnother: false }));
    },
    exchanges,
    /** What no report may show. */
    secrets,
    /** How long limits were waited for. */
    get waited() {
      return waited;
    },
    /** Resolves when no call is under way. */
    async settle() {
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * When each call may start, `rate` a second. Those of one moment, which are to meet, wait until all of them may go at
 * once, as far as so many may.
 */
function makeTurns(rate: number) {
  const most = Math.max(1, Math.floor(rate));
  const starts: number[] = [];
  let group: { size: number; turns: Promise<number[]> } | undefined;

  function reserve(size: number): number[] {
    if (rate === Number.POSITIVE_INFINITY) return Array(size).fill(0);
    for (let left = size; left > 0; left -= most) {
      const together = Math.min(left, most);
      const first = starts.at(together - most - 1) ?? -Infinity;
      const start = Math.max(
        performance.now(),
        (starts.at(-1) ?? -Infinity) + 1000 / rate,
        first + (1000 * most) / rate,
      );
      starts.push(...Array(together).fill(start));
    }
    return starts.slice(-size);
  }

  return async (isBesideAnother: boolean): Promise<number> => {
    if (!isBesideAnother) return reserve(1)[0] ?? 0;
    const own = group ?? { size: 0, turns: Promise.resolve([]) };
    if (!group)
      own.turns = Promise.resolve().then(() => {
        group = undefined;
        return reserve(own.size);
      });
    group = own;
    const at = own.size++;
    return (await own.turns)[at] ?? 0;
  };
}

/** Retry-After in milliseconds: so many seconds, or a date. */
function readPause(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const pause = Number.isNaN(Number(text)) ? Date.parse(text) - Date.now() : Number(text) * 1000;
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}

function read(operation: Operation, status: number, type: string | null, bytes: Uint8Array) {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const misfit = status < 300 ? 'the answer is no UTF-8' : undefined;
    return { status, body: new TextDecoder().decode(bytes), misfit };
  }
  const json = readJson(text);
  const isReadable = json !== undefined || !type?.startsWith('application/json');
  const misfit = status < 300 ? operation.checkAnswer(status, type, json) : undefined;
  return { status, body: json ?? text, misfit: misfit && !isReadable ? 'the answer is no JSON' : misfit };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
