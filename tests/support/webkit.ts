import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, within } from './bounds.ts';
import { webKit } from './programs.ts';
import { freePort } from './servers.ts';
import type { Tab } from './shopper.ts';
import { PAGE_REPLACED, startSession } from './webDriver.ts';

/** WebKitGTK's MiniBrowser. The directory is named after the architecture. */
const findBrowser = () =>
  readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);

/** Otherwise the browser's toolbar keeps the window wider than a phone. */
const narrowToolbar =
  '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }';

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** WebKit on a display of its own, driven over WebDriver. */
export async function startWebKit() {
  const settings = mkdtempSync(join(tmpdir(), 'webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), narrowToolbar);

  const screen = spawn(
    webKit.display,
    ['-displayfd', '3', '-screen', '0', '2000x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const [number] = await within(`${webKit.display} starts`, display);

  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // A process group of its own, so that stop() also ends the browser that it starts.
  const server = spawn(webKit.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      XDG_CONFIG_HOME: settings,
      // Without a GPU, shared graphics memory costs a third more processor time per frame.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
    detached: true,
  });
  await until(`${webKit.driver} starts`, () => fetch(`${address}/status`).catch(() => undefined));

  /** Also ends a driver and a browser that no longer respond. */
  async function kill() {
    const ended = Promise.all([once(server, 'exit'), once(screen, 'exit')]);
    process.kill(-Number(server.pid), 'SIGKILL');
    screen.kill('SIGKILL');
    await ended;
    rmSync(settings, { recursive: true });
  }
  const session = await startSession(address, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
  }).catch(async (error) => {
    await kill();
    throw error;
  });

  return {
    /** The browser's tab, with empty storage. */
    open(baseURL: string, calls: Tab['calls']) {
      const { send, evaluate, retry, alerts } = session;
      alerts.length = 0;
      /** Does something with the first element at a path, as soon as there is one. */
      const use = (path: string, act: (element: string) => Promise<void>) =>
        retry(['no such element', 'stale element reference', ...PAGE_REPLACED], async () => {
          const found = await send<object>('POST', '/element', { using: 'xpath', value: path });
          await act(`/element/${Object.values(found)[0]}`);
        });
      const click = (path: string) => use(path, (element) => send('POST', `${element}/click`, {}));

      const errors: string[] = [];
      /** The page's errors so far. WebDriver does not report them, so each page records its own. */
      async function readErrors() {
        errors.push(...(await evaluate(() => window.errors?.splice(0) ?? [])));
        return errors;
      }
      async function visit(path: string, body?: object) {
        await readErrors();
        await session.navigate(path, body);
        await evaluate(recordErrors);
      }

      const tab: Tab = {
        open: (address) => visit('/url', { url: new URL(address, baseURL).href }),
        reload: () => visit('/refresh'),
        back: () => visit('/back'),
        clickLink: (name) => click(`//a[${named(name)}]`),
        clickButton: (name, item) => {
          const scope = item ? `//h2[${named(item)}]/ancestor::*[self::article or self::li][1]` : '';
          return click(`${scope}//button[${named(name)}]`);
        },
        fill: (field, text) =>
          use(`//input[@id = //label[${named(field)}]/@for]`, async (input) => {
            await send('POST', `${input}/clear`, {});
            // Clearing moves focus out of the field, and the driver rejects an empty text.
            await (text ? send('POST', `${input}/value`, { text }) : send('POST', `${input}/click`, {}));
          }),
        resize: (width, height) => send('POST', '/window/rect', { x: 0, y: 0, width, height }),
        evaluate,
        async shown() {
          // The session notices an open alert when it sends a command.
          await evaluate(() => null);
          return alerts;
        },
        calls,
      };
      return {
        tab,
        readErrors,
        /** Replaces the tab with a new one. */
        async close() {
          // First a page without a script: the store's page could still raise an alert, which blocks closing.
          await tab.open('/robots.txt');
          await evaluate(() => localStorage.clear());
          const { handle } = await send<{ handle: string }>('POST', '/window/new', { type: 'tab' });
          await send('DELETE', '/window');
          await send('POST', '/window', { handle });
          await tab.resize(1280, 720);
        },
      };
    },
    async stop() {
      await session.send('DELETE', '').catch(() => {});
      await kill();
    },
  };
}

const named = (name: string) => `normalize-space() = "${name}"`;

declare global {
  interface Window {
    errors?: string[];
  }
}

function recordErrors() {
  const errors: string[] = [];
  window.errors = errors;
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`Policy violation: ${effectiveDirective} ${blockedURI}`),
  );
  console.error = console.warn = (...parts) => errors.push(parts.join(' '));
}
