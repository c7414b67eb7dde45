import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';

const PHONE = { width: 412, height: 823, deviceScaleFactor: 1, mobile: false };
const POLL_MS = 100;
const TIMEOUT_MS = 60_000;

/** Effects and garbage collection after the last card belong to a trace. */
const SETTLE_MS = 500;

const TRACE_CATEGORIES = ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Times are in microseconds. */
export type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The processor time of the thread. */
  tdur?: number;
  args: { data?: { documentLoaderURL?: string } };
};

/**
 * Opens a tab of a phone's width with an empty cache. Playwright must not control it: it enables the Runtime domain of the
 * debugger, which adds 20 to 50 ms to the start of the bundle. So messages go through the session of the browser.
 */
export async function openTab(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  let lastId = 0;

  const send: CDPSession['send'] = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      session.on('Target.receivedMessageFromTarget', function receive({ message }) {
        const response = JSON.parse(message);
        if (response.id !== id) return;
        session.off('Target.receivedMessageFromTarget', receive);
        if (response.error) reject(new Error(`${method}: ${response.error.message}`));
        else resolve(response.result);
      });
      const message = JSON.stringify({ id, method, params });
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  /** Waits until `condition`, an expression, is true in the page. */
  async function waitFor(condition: string) {
    const deadline = performance.now() + TIMEOUT_MS;
    // An evaluation fails while the page navigates.
    while (!(await evaluate(condition).catch(() => false))) {
      if (performance.now() > deadline) throw new Error(`Timed out. The page never met: ${condition}`);
      await setTimeout(POLL_MS);
    }
  }

  await send('Emulation.setDeviceMetricsOverride', PHONE);
  await send('Page.enable');
  return {
    send,
    evaluate,
    waitFor,
    /** Traces the browser from `action` until `condition` is true in the page. */
    async trace(action: () => Promise<unknown>, condition: string): Promise<TraceEvent[]> {
      await browser.startTracing(undefined, { categories: TRACE_CATEGORIES });
      await action();
      await waitFor(condition);
      await setTimeout(SETTLE_MS);
      return JSON.parse(String(await browser.stopTracing())).traceEvents;
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
