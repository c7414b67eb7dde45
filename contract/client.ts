import { fillPath, type Operation } from './readContract.ts';

const TIMEOUT_MS = 10_000; // The store itself waits no longer.
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
};

/** A call and its answer. */
export type Exchange = {
  operation: Operation;
  sent: Sent;
  url: string;
  /** 0 where no answer came. */
  status: number;
  /** The parsed JSON, or the text where it is none. */
  body: unknown;
  /** Why no answer came, or why a success is not what openapi.yaml describes. */
  misfit: string | undefined;
  /** Whether it was made while others were under way. */
  isBesideAnother: boolean;
  headers: Headers;
};

export type Client = ReturnType<typeof makeClient>;

/** Makes the contract's calls at `api`, `rate` a second on average, and never throws for what a backend does. */
export function makeClient(api: string, operations: Operation[], rate = Number.POSITIVE_INFINITY) {
  const exchanges: Exchange[] = [];
  const timeouts = new Map<string, number>();
  let nextStart = 0;

  /** Makes the call, without `body` where the operation takes none. */
  async function call(id: string, wanted: Sent = {}, isBesideAnother = false): Promise<Exchange> {
    const operation = operations.find((it) => it.id === id);
    if (!operation) throw new Error(`openapi.yaml has no operation ${id}.`);
    const sent = operation.hasBody ? wanted : { ...wanted, body: undefined };
    const query = new URLSearchParams(
      Object.entries(sent.query ?? {}).flatMap(([name, value]) =>
        [value].flat().map((it) => [name, `${it}`]),
      ),
    );
    const url = `${api}${fillPath(operation.path, sent.path)}${query.size ? `?${query}` : ''}`;
    await takeTurn(isBesideAnother);
    const answer = await ask(operation, sent, url);
    const exchange = { operation, sent, url, isBesideAnother, ...answer };
    exchanges.push(exchange);
    return exchange;
  }

  /** Calls that are to meet at the backend do not wait for one another; those after them wait for all. */
  async function takeTurn(isBesideAnother: boolean) {
    const start = Math.max(nextStart, performance.now());
    nextStart = start + 1000 / rate;
    const wait = start - performance.now();
    if (!isBesideAnother && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  async function ask(
    operation: Operation,
    { token, body, text = body === undefined ? undefined : JSON.stringify(body) }: Sent,
    url: string,
  ) {
    const none = (misfit: string) => ({ status: 0, body: undefined, misfit, headers: new Headers() });
    const seen = timeouts.get(operation.id) ?? 0;
    if (seen >= MOST_TIMEOUTS) return none(`not called: it hung ${seen} times before`);
    try {
      const response = await fetch(url, {
        method: operation.method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        ...(text !== undefined && { body: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const bytes = await response.arrayBuffer();
      const { status, headers } = response;
      return { ...read(operation, status, headers.get('content-type'), bytes), headers };
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      if (name !== 'TimeoutError') return none(cause?.code || cause?.message || message);
      timeouts.set(operation.id, seen + 1);
      return none(`nothing within ${TIMEOUT_MS / 1000} seconds`);
    }
  }

  return { api, call, exchanges };
}

function read(operation: Operation, status: number, type: string | null, bytes: ArrayBuffer) {
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
