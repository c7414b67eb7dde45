import { setTimeout } from 'node:timers/promises';
import { LIMIT, until } from './bounds.ts';
import { makeGate } from './hold.ts';

/** An error that the driver responds with, such as "no such element", or "no response". */
class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

const hasCode = (error: unknown, codes: string[]) =>
  error instanceof DriverError && codes.includes(error.code);

const NO_RESPONSE = 'no response';
const ALERT_OPEN = 'unexpected alert open';
/** What a script, or a click that has not happened yet, is rejected with if its page is replaced. */
export const PAGE_REPLACED = ['no such frame', 'no such window'];

export type Session = Awaited<ReturnType<typeof startSession>>;

/**
 * A session of a WebDriver. It sends one command at a time, and accepts each alert at once. No command takes longer than
 * `limit`: after one that does, every command fails. A script is given up after `patience`.
 */
export async function startSession(
  driver: string,
  capabilities: object,
  { limit = LIMIT, patience = 1000 } = {},
) {
  let address = driver;
  let failure: Error | undefined;
  let previous: Promise<void> | undefined;
  const sent: string[] = [];
  const alerts: string[] = [];

  /** Sends a command when the previous one has ended. */
  async function send<T>(method: string, path: string, body?: object, wait = limit): Promise<T> {
    const before = previous;
    const { opened: ended, open: end } = makeGate();
    previous = ended;
    await before;
    // If an alert opens during a command, the driver may not respond until the alert is closed.
    const timer = setInterval(() => acceptAlert().catch(() => {}), patience);
    try {
      if (failure) throw failure;
      sent.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.slice(0, 200));
      return await retry([ALERT_OPEN], () => request<T>(method, path, body, wait));
    } catch (error) {
      if (wait < limit || !hasCode(error, [NO_RESPONSE])) throw error;
      failure = new Error(
        `The driver did not respond to ${sent.at(-1)}\nwithin ${limit} ms. Before it:\n${sent.slice(-6, -1).join('\n')}`,
        { cause: error },
      );
      throw failure;
    } finally {
      clearInterval(timer);
      end();
    }
  }

  async function request<T>(method: string, path: string, body?: object, wait = limit): Promise<T> {
    const signal = AbortSignal.timeout(wait);
    const { value } = await fetch(address + path, { method, body: JSON.stringify(body) ?? null, signal })
      .then((response) => response.json())
      .catch((cause) => {
        throw new DriverError(NO_RESPONSE, String(cause));
      });
    if (!value?.error) return value;
    if (value.error === ALERT_OPEN) await acceptAlert().catch(() => {});
    throw new DriverError(value.error, `${value.message} (${method} ${path} ${JSON.stringify(body)})`);
  }

  async function acceptAlert() {
    const text = await request<string>('GET', '/alert/text');
    await request('POST', '/alert/accept', {});
    alerts.push(text);
  }

  /** Repeats an action that fails with one of these codes. */
  async function retry<T>(codes: string[], act: () => Promise<T>): Promise<T> {
    const end = performance.now() + limit;
    for (;;)
      try {
        return await act();
      } catch (error) {
        if (performance.now() > end || !hasCode(error, codes)) throw error;
        await setTimeout(20);
      }
  }

  /**
   * Runs a function in the page. A script that is sent while another page replaces this one may get no response, so it
   * is given up and sent again.
   */
  async function evaluate<T, Arg>(read: (arg: Arg) => T, arg?: Arg): Promise<T> {
    const body = { script: `return [(${read})(...arguments)]`, args: [arg] };
    for (let wait = patience; ; wait = Math.min(2 * wait, limit))
      try {
        const result = await retry(PAGE_REPLACED, () =>
          send<[T] | null>('POST', '/execute/sync', body, wait),
        );
        // The driver returns null if an alert opens meanwhile.
        if (result) return result[0];
      } catch (error) {
        if (!hasCode(error, [NO_RESPONSE])) throw error;
      }
  }

  let visits = 0;
  /** Sends a command that replaces the page, and waits until the next page has loaded. */
  async function navigate(path: string, body = {}) {
    visits++;
    await evaluate((visit) => void Object.assign(window, { left: visit }), visits);
    await send('POST', path, body);
    const isLoaded = (visit: number) =>
      (window as { left?: number }).left !== visit && document.readyState === 'complete';
    await until(
      `The page after ${path} ${JSON.stringify(body)} has loaded`,
      () => evaluate(isLoaded, visits),
      limit,
    );
  }

  // With the strategy "none", no command waits for a page.
  const alwaysMatch = { ...capabilities, pageLoadStrategy: 'none', unhandledPromptBehavior: 'ignore' };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch },
  });
  address += `/session/${sessionId}`;
  return { send, evaluate, retry, navigate, alerts };
}
