import type { WebSocket } from 'ws';

/** Emulates a colour scheme, which no test in Firefox needs. Firefox ESR does not know it. */
const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride';

/** Would open a window for every page. Opening a tab takes a quarter of a second less processor time. */
const OPENS_A_WINDOW = 'browsingContext.create';

const LIMIT_MS = 30_000;

/** Forwards WebDriver BiDi in both directions. A command without a response within `limit` fails with its name and those before it. */
export function forward(playwright: WebSocket, browser: WebSocket, limit = LIMIT_MS) {
  const isOpen = new Promise((resolve) => browser.once('open', resolve));
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const sent: string[] = [];

  playwright.on('message', async (data) => {
    const command = JSON.parse(String(data));
    const { id, method, params } = command;
    if (method === UNKNOWN_TO_FIREFOX)
      return playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    const position = sent.push(`${method} ${JSON.stringify(params)}`.slice(0, 200)) - 1;
    const fail = () => {
      const before = sent.slice(Math.max(0, position - 5), position).join('\n');
      const message = `Firefox did not respond to ${sent[position]} within ${limit} ms. Before it:\n${before}`;
      playwright.send(JSON.stringify({ type: 'error', id, error: 'unknown error', message }));
    };
    timers.set(id, setTimeout(fail, limit));
    await isOpen;
    if (method === OPENS_A_WINDOW)
      browser.send(JSON.stringify({ ...command, params: { ...params, type: 'tab' } }));
    else browser.send(String(data));
  });
  browser.on('message', (data) => {
    const message = String(data);
    clearTimeout(timers.get(JSON.parse(message).id));
    playwright.send(message);
  });
  browser.once('close', () => playwright.close());
  playwright.once('close', () => browser.close());
}
