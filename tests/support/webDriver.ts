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
 * A session of a WebDriver. No command takes longer than `limit`. A script is given up after `patience`, because a script that
 * is sent while another page replaces this one may get no response.
 */
export async function startSession(
  driver: string,
  capabilities: object,
  { limit = LIMIT, patience = 1000 } = {},
) {
  let address = driver;
  const sent: string[] = [];
  const alerts: string[] = [];

  async function send<T>(method: string, path: string, body?: object, wait = limit): Promise<T> {
    sent.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.slice(0, 200));
    const signal = AbortSignal.timeout(wait);
    const { value } = await fetch(address + path, { method, body: JSON.stringify(body) ?? null, signal })
      .then((response) => response.json())
      .catch(() => ({ value: { error: NO_RESPONSE, message: `not within ${wait} ms:` } }));
    if (!value?.error) return value;
    if (value.error === 'unexpected alert open') {
      // The driver has accepted it.
      alerts.push(value.data.text);
      return send(method, path, body, wait);
    }
    const commands = `${sent.at(-1)}\nBefore it:\n${sent.slice(-6, -1).join('\n')}`;
    throw new DriverError(value.error, `${value.message} ${commands}`);
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
    let wait = patience;
    const result = await retry([NO_RESPONSE, ...PAGE_REPLACED], () => {
      const run = send<[T] | null>('POST', '/execute/sync', body, wait);
      // A busy page may only be late.
      wait = Math.min(2 * wait, limit);
      return run;
    });
    // The driver returns null if an alert opens meanwhile.
    return result ? result[0] : evaluate(read, arg);
  }

  /** Sends a command that replaces the page, and waits until the next page has loaded. */
  async function navigate(path: string, body = {}) {
    const left = await evaluate(() => performance.timeOrigin);
    await send('POST', path, body);
    const isLoaded = (left: number) => performance.timeOrigin !== left && document.readyState === 'complete';
    await until(`The page after ${path} has loaded`, () => evaluate(isLoaded, left), limit);
  }

  // With the strategy "none", no command waits for a page.
  const behaviour = { pageLoadStrategy: 'none', unhandledPromptBehavior: 'accept and notify' };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { ...capabilities, ...behaviour } },
  });
  address += `/session/${sessionId}`;
  return { send, evaluate, retry, navigate, alerts };
}
