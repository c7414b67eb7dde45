import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { TestBackend } from './backend.ts';
import { until, within } from './bounds.ts';
import { isSpecified } from './calls.ts';
import { webKit } from './programs.ts';
import type { RecordedList } from './recordedBuild.ts';
import { freePort } from './servers.ts';
import { makeShopper, type Shopper, type Tab } from './shopper.ts';
import { PAGE_REPLACED, startSession } from './webDriver.ts';

type Fixtures = { baseURL: string; backend: TestBackend; allowErrors: RegExp };

/** The shopper in a WebKit of its own. A test fails on the page's errors as with `page`. */
export async function shopperInWebKit(
  { baseURL, backend, allowErrors }: Fixtures,
  use: (shopper: Shopper) => Promise<void>,
) {
  const calls = () =>
    backend
      .calls()
      .filter(({ call }) => isSpecified(call))
      .map(({ call }) => call.replace('/api', ''));
  const { driver, kill } = await startDriver();
  try {
    const { tab, recorded } = await openTab(driver, baseURL, calls);
    await use(makeShopper(tab));
    expect((await recorded('errors')).filter((text) => !allowErrors.test(text))).toEqual([]);
  } finally {
    await kill();
  }
}

/** WebKitGTK's MiniBrowser. The directory is named after the architecture. */
const findBrowser = () =>
  readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);

/** Otherwise the browser's toolbar keeps the window wider than a phone. */
const narrowToolbar =
  '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }';

/** WebKit's driver on a display of its own. */
async function startDriver() {
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
  const driver = `http://127.0.0.1:${port}`;
  // A process group of its own, so that `kill` also ends the browser that it starts.
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
  // From the start, because the driver may end by itself.
  const ended = Promise.all([once(server, 'exit'), once(screen, 'exit')]);
  await until(`${webKit.driver} starts`, () => fetch(`${driver}/status`).catch(() => undefined));
  return {
    driver,
    /** Also ends a driver and a browser that no longer respond. */
    async kill() {
      try {
        process.kill(-Number(server.pid), 'SIGKILL');
      } catch {
        // They have ended already.
      }
      screen.kill('SIGKILL');
      await ended;
      rmSync(settings, { recursive: true });
    },
  };
}

async function openTab(driver: string, baseURL: string, calls: Tab['calls']) {
  const { send, evaluate, retry, navigate } = await startSession(driver, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
  });

  /** Does something with the first element at a path, as soon as there is one. */
  const use = (path: string, act: (element: string) => Promise<void>) =>
    retry(['no such element', 'stale element reference', ...PAGE_REPLACED], async () => {
      const found = await send<object>('POST', '/element', { using: 'xpath', value: path });
      await act(`/element/${Object.values(found)[0]}`);
    });
  const click = (path: string) => use(path, (element) => send('POST', `${element}/click`, {}));
  const recorded = (list: RecordedList): Promise<string[]> =>
    evaluate((list) => JSON.parse(sessionStorage.getItem(list) ?? '[]'), list);

  const tab: Tab = {
    open: (address) => navigate('/url', { url: new URL(address, baseURL).href }),
    reload: () => navigate('/refresh'),
    back: () => navigate('/back'),
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
    shown: () => recorded('alerts'),
    calls,
  };
  await tab.resize(1280, 720);
  return { tab, recorded };
}

const named = (name: string) => `normalize-space() = "${name}"`;
