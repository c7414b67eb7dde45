import { setTimeout } from 'node:timers/promises';
import { LIMIT, until } from './bounds.ts';

/** An error that the driver responds with, such as "no such element", or "no response". */
class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

const NO_RESPONSE = 'no response';
/** What a script, or a click that has not happened yet, is rejected with if its page is replaced. */
export const PAGE_REPLACED = ['no such frame', 'no such window'];

/**
 * A session of a WebDriver, for pages that open no alert. No command takes longer than `limit`. A script is given up after
 * `patience` and sent again: it may get no response if another page replaces this one meanwhile.
 */
export async function startSession(
  driver: string,
  capabilities: object,
  { limit = LIMIT, patience = 1000 } = {},
) {
  let address = driver;
  const sent: string[] = [];

  async function send<T>(method: string, path: string, body?: object, wait = limit): Promise<T> {
    sent.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.slice(0, 200));
    const commands = `${sent.at(-1)}\nBefore it:\n${sent.slice(-6, -1).join('\n')}`;
    const signal = AbortSignal.timeout(wait);
    const { value } = await fetch(address + path, { method, body: JSON.stringify(body) ?? null, signal })
      .then((response) => response.json())
      .catch((cause) => {
        if (signal.aborted) throw new DriverError(NO_RESPONSE, `after ${wait} ms: ${commands}`);
        throw new DriverError('no driver', `${cause}: ${commands}`);
      });
    if (value?.error) throw new DriverError(value.error, `${value.message} ${commands}`);
    return value;
  }

  /** Repeats an action that fails with one of these codes. */
  async function retry<T>(codes: string[], act: () => Promise<T>): Promise<T> {
    const end = performance.now() + limit;
    for (;;)
      try {
        return await act();
      } catch (error) {
        if (performance.now() > end || !(error instanceof DriverError && codes.includes(error.code)))
          throw error;
        await setTimeout(20);
      }
  }

  /** Runs a function in the page. */
  async function evaluate<T, Arg>(read: (arg: Arg) => T, arg?: Arg): Promise<T> {
    const body = { script: `return [(${read})(...arguments)]`, args: [arg] };
    let wait = patience / 2;
    const [result] = await retry([NO_RESPONSE, ...PAGE_REPLACED], () => {
      wait = Math.min(2 * wait, limit);
      return send<[T]>('POST', '/execute/sync', body, wait);
    });
    return result;
  }

  /** Sends a command that replaces the page, and waits until the next page has loaded. */
  async function navigate(path: string, body = {}) {
    const left = await evaluate(() => performance.timeOrigin);
    await send('POST', path, body);
    const isLoaded = (left: number) => performance.timeOrigin !== left && document.readyState === 'complete';
    await until(`The page after ${path} has loaded`, () => evaluate(isLoaded, left), limit);
  }

  // With the strategy "none", no command waits for a page.
  const alwaysMatch = { ...capabilities, pageLoadStrategy: 'none' };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch },
  });
  address += `/session/${sessionId}`;
  return { send, evaluate, retry, navigate };
}
