import { isUtf8 } from 'node:buffer';
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

/** So often in a row may an operation take long, or hang. */
const MOST_LONG = 3;

/** So many redirects in a row are followed. */
const MOST_HOPS = 5;

/** What a call sends. `body` is sent as JSON, `text` as it is. */
export type Sent = {
  token?: string | undefined;
  /** The parameters in the path. */
  path?: Record<string, string | number>;
  /** A list is sent as a parameter that comes several times. */
  query?: Record<string, string | number | (string | number)[] | undefined>;
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
  /** Where the page is that made it, if not beside the API. */
  origin?: string | undefined;
  /** Whether it was made while others were under way. */
  isBesideAnother: boolean;
  headers: Headers;
  /** Those of the redirects that led to it. */
  passed?: Headers[];
  /** How long the answer took; Infinity where none came in time. */
  ms: number;
  /** Whether it was one of many in a row that took long: no hiccup. */
  isTedious?: boolean;
};

/** Whether a success came, whatever is in it. */
export const isSuccess = ({ status }: Pick<Exchange, 'status'>) => status >= 200 && status < 300;

/** Nothing can be said after this call. The message is a part of a sentence that says why. */
export class Unjudged extends Error {
  constructor(
    readonly exchange: Exchange,
    why: string,
    /** Whether no other call would tell more. */
    readonly isFinal = false,
  ) {
    super(why);
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

/** A call that is to be made. */
type Ask = Pick<Exchange, 'operation' | 'sent' | 'url'>;

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
  const takeTurns = makeTurns(rate);
  const exchanges: Exchange[] = [];
  const secrets = new Set(Object.values(conditions.headers ?? {}));
  /** How often in a row each operation took long. */
  const longOnes = new Map<string, number>();
  /** The operations whose limit was waited for in vain. */
  const limited = new Set<string>();
  /** Of calls that are to meet: when those may start that are not made yet. */
  let meeting: number[] | undefined;
  let quietUntil = 0;
  let waited = 0;

  /** Makes the call, without `body` where the operation takes none. */
  function call(id: string, wanted: Sent = {}): Promise<Exchange> {
    const operation = operations.find((it) => it.id === id);
    if (!operation) throw new Error(`openapi.yaml has no operation ${id}.`);
    const sent = operation.hasBody ? wanted : { ...wanted, body: undefined };
    const query = new URLSearchParams(
      Object.entries(sent.query ?? {}).flatMap(([name, value]) =>
        [value ?? []].flat().map((it) => [name, `${it}`]),
      ),
    );
    const url = `${api}${fillPath(operation.path, sent.path)}${query.size ? `?${query}` : ''}`;
    return make({ operation, sent, url });
  }

  /** Makes calls that meet at the backend, and waits for all of them. Each has to be made at once when its function is called. */
  async function together<Result>(calls: (() => Promise<Result>)[]): Promise<Result[]> {
    meeting = takeTurns(calls.length);
    const made = calls.map((make) => make());
    meeting = undefined;
    await Promise.allSettled(made);
    return Promise.all(made);
  }

  async function make(ask: Ask): Promise<Exchange> {
    const { id, method, path } = ask.operation;
    const name = `${method} ${path}`;
    const isBesideAnother = meeting !== undefined;
    const countLong = () => longOnes.get(id) ?? 0;
    if (countLong() >= MOST_LONG)
      throw new Unjudged({ ...ask, ...NO_ANSWER, isBesideAnother }, `${name} took too long before`);
    for (let tries = 0, spent = 0; ; tries++) {
      const turn = meeting?.shift() ?? takeTurns(1)[0] ?? 0;
      while (performance.now() < Math.max(turn, quietUntil))
        await sleep(Math.max(turn, quietUntil) - performance.now());
      const exchange: Exchange = { ...ask, origin, isBesideAnother, ...(await send(ask)) };
      const { status, ms } = exchange;
      // Those that meet may wait for one another.
      if (!isBesideAnother || !status) longOnes.set(id, ms > patience.long ? countLong() + 1 : 0);
      exchange.isTedious = countLong() === MOST_LONG;
      const isLimit = status === 429 || status === 503;
      const after = readPause(exchange.headers);
      const pause = after ?? patience.pauses[tries] ?? patience.pauses.at(-1) ?? 0;
      spent += pause;
      const isOver = waited + pause > patience.run;
      if (isLimit && !limited.has(id) && spent <= patience.call && !isOver) {
        const said = after ? ', as Retry-After says' : '';
        onWait(`${name} → ${status}: called again in ${inSeconds(pause)}${said}`);
        keepQuiet(pause);
        continue;
      }
      exchanges.push(exchange);
      // A run asks for the list dozens of times.
      const old = exchanges.at(-6)?.body;
      if (Array.isArray(old) && old.length > 100) old.length = 100;
      if (isLimit) {
        limited.add(id);
        const said = after ? `, with a Retry-After of ${inSeconds(after)}` : '';
        const tired = isOver ? `; ${inSeconds(waited)} of waiting for its limits were in vain` : '';
        throw new Unjudged(exchange, `${name} → ${status}${said}${tired}`, isOver);
      }
      limited.delete(id);
      if (!status) await lookAgain(exchange);
      return exchange;
    }
  }

  /** No call is made for so long. */
  function keepQuiet(pause: number) {
    const until = performance.now() + pause;
    waited += Math.max(0, until - Math.max(performance.now(), quietUntil));
    quietUntil = Math.max(quietUntil, until);
  }

  /** Tells a server that is gone from one that broke a call off. */
  async function lookAgain(exchange: Exchange) {
    // A server that has never answered is not there.
    if (!exchanges.some(({ status }) => status)) throw new Unjudged(exchange, 'no server answers', true);
    const start = performance.now();
    for (const pause of patience.looks) {
      await sleep(pause);
      const asked = { method: 'GET', headers: own };
      const answer = await request(`${api}/items`, asked, patience.answer).catch((error: NoAnswer) => error);
      if (answer instanceof NoAnswer && answer.isLate) break;
      if (answer instanceof NoAnswer) continue;
      exchange.misfit += `; the server answered another call ${inSeconds(performance.now() - start)} later`;
      return;
    }
    throw new Unjudged(exchange, 'the server stopped answering', true);
  }

  async function send({ operation, sent, url }: Ask) {
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
      // A browser follows no answer to its own question.
      const hops = operation.method === 'OPTIONS' ? 0 : MOST_HOPS;
      const { bytes, elsewhere, ...answer } = await follow(url, asked, patience.answer, hops);
      const { status, headers } = answer;
      if (elsewhere)
        return { ...NO_ANSWER, status, body: `redirects to ${elsewhere.origin}${elsewhere.pathname}` };
      const ms = performance.now() - start;
      return { ...answer, ms, ...read(operation, status, headers.get('content-type'), bytes) };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { ...NO_ANSWER, misfit: error.message, ms: error.isLate ? Infinity : 0 };
    }
  }

  return {
    api,
    call,
    together,
    /** What a browser asks before a call of the operation from another origin. */
    preflight(operation: Operation, headers: Record<string, string>): Promise<Exchange> {
      const question = { ...operation, method: 'OPTIONS', checkAnswer: () => undefined };
      return make({ operation: question, sent: { headers }, url: `${api}${fillPath(operation.path)}` });
    },
    exchanges,
    /** What no report may show. */
    secrets,
    /** How long limits were waited for. */
    get waited() {
      return waited;
    },
  };
}

/**
 * When so many calls may start that are to meet, `rate` a second: they wait until all of them may go at once, as far as
 * so many may.
 */
export function makeTurns(rate: number, now = () => performance.now()) {
  const most = Math.max(1, Math.floor(rate));
  const starts: number[] = [];
  return (size: number): number[] => {
    if (rate === Number.POSITIVE_INFINITY) return Array(size).fill(0);
    for (let left = size; left > 0; left -= most) {
      const together = Math.min(left, most);
      const afterLast = (starts.at(-1) ?? -Infinity) + 1000 / rate;
      const afterMost = (starts.at(together - most - 1) ?? -Infinity) + (1000 * most) / rate;
      starts.push(...Array(together).fill(Math.max(now(), afterLast, afterMost)));
    }
    return starts.slice(-size);
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
  const text = new TextDecoder().decode(bytes);
  const json = readJson(text);
  const body = json ?? text;
  if (status >= 300) return { body, misfit: undefined };
  if (!isUtf8(bytes)) return { body: text, misfit: 'the answer is no UTF-8' };
  const misfit = operation.checkAnswer(status, type, json);
  const isBroken = json === undefined && type?.startsWith('application/json');
  return { body, misfit: misfit && isBroken ? 'the answer is no JSON' : misfit };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
