import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';
import { chromiumOptions } from '../tools/scripts/chromium';

/** An event of Chromium's own trace. Times in µs; `tdur` is processor time of its thread. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { data?: Record<string, unknown> };
};

export type Chromium = Awaited<ReturnType<typeof startChromium>>;
export type Tab = Awaited<ReturnType<Chromium['open']>>;

/**
 * Chromium over its own protocol, without Playwright: that one listens to every page's script, and then the error
 * objects that React makes as it starts have the bundle read again: running it takes twice the time that it takes shoppers.
 */
export async function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), 'bench-'));
  const { executablePath, args } = chromiumOptions;
  const own = ['--headless=new', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const process = spawn(executablePath, [...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve) => {
    let text = '';
    process.stderr.on('data', (part) => {
      text += part;
      const [found] = /ws:\/\/\S+/.exec(text) ?? [];
      if (found) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');

  const answers = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>();
  let events: TraceEvent[] = [];
  let traceEnded = () => {};
  socket.on('message', (data) => {
    const { id, method, params, ...outcome } = JSON.parse(String(data));
    answers.get(id)?.(outcome);
    answers.delete(id);
    if (method === 'Tracing.dataCollected') events.push(...params.value);
    if (method === 'Tracing.tracingComplete') traceEnded();
  });

  let calls = 0;
  const send = <Result>(method: string, params = {}, sessionId?: string) =>
    new Promise<Result>((resolve, reject) => {
      const id = ++calls;
      answers.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as Result),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });

  return {
    /** A tab of a new profile, as wide as a phone. */
    async open() {
      const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
      const created = { url: 'about:blank', browserContextId };
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', created);
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      const ask = <Result>(method: string, params = {}) => send<Result>(method, params, sessionId);
      const size = { width: 412, height: 823, deviceScaleFactor: 1, mobile: false };
      await ask('Emulation.setDeviceMetricsOverride', size);
      await ask('Page.enable');

      async function look<Value>(expression: string) {
        const question = { expression, returnByValue: true, awaitPromise: true };
        return (await ask<{ result: { value: Value } }>('Runtime.evaluate', question)).result.value;
      }
      return {
        ask,
        look,
        async until(expression: string) {
          const end = performance.now() + 300_000;
          while (!(await look(expression).catch(() => false))) {
            if (performance.now() > end) throw new Error(`Waited five minutes for: ${expression}`);
            await setTimeout(100);
          }
        },
        /** Ends when what the page looks like now is on the screen. */
        draw: () =>
          look('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'),
        close: () => send('Target.disposeBrowserContext', { browserContextId }),
      };
    },

    async trace(act: () => Promise<void>) {
      events = [];
      const ended = new Promise<void>((resolve) => {
        traceEnded = resolve;
      });
      const includedCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing', 'loading', 'v8'];
      includedCategories.push('disabled-by-default-devtools.timeline', 'disabled-by-default-v8.compile');
      await send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories, excludedCategories: ['*'] },
      });
      await act();
      await send('Tracing.end');
      await ended;
      return events;
    },

    async stop() {
      const gone = once(process, 'exit');
      await send('Browser.close');
      await gone;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
