import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Builder, By, Capabilities, error, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { webKit } from './needs.ts';
import type { Tab } from './shopper.ts';
import { freePort } from './site.ts';

/** WebKitGTK's own small browser, beside the library, in a directory that is named after the kind of machine. */
const findBrowser = () =>
  readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);

/** Else the buttons of the browser would keep the window wider than a phone. */
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
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const display = `:${String(number).trim()}`;

  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let server: ChildProcess;
  async function startServer() {
    // A process group, which ends with the browsers that it has started.
    server = spawn(webKit.driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: settings },
      stdio: 'ignore',
      detached: true,
    });
    while (!(await fetch(`${address}/status`).catch(() => undefined))) await setTimeout(10);
  }
  async function stopServer() {
    process.kill(-Number(server.pid));
    await once(server, 'exit');
  }
  await startServer();

  /** A driver that meets a browser which is slow to start never answers; then both start anew. */
  async function startSession(capabilities: Capabilities): Promise<WebDriver> {
    const session = new Builder().usingServer(address).withCapabilities(capabilities).build();
    const isThere = session.then(
      () => true,
      () => true,
    );
    if (await Promise.race([isThere, setTimeout(30_000, false)])) return session;
    await stopServer();
    await startServer();
    return startSession(capabilities);
  }

  return {
    /** A new browser with nothing stored and one tab, which waits for a page to be loaded, or not. There can be one at a time. */
    async open(baseURL: string, calls: Tab['calls'], pageLoadStrategy: 'normal' | 'none' = 'normal') {
      const driver = await startSession(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
          unhandledPromptBehavior: 'ignore',
          pageLoadStrategy,
        }),
      );

      const alerts: string[] = [];
      async function confirmAlert() {
        const alert = await driver.switchTo().alert();
        const text = await alert.getText();
        await alert.accept();
        alerts.push(text);
      }
      /** Asks the browser, which refuses to answer while an alert is open, and is silent when one opens meanwhile. */
      async function ask<T>(question: () => PromiseLike<T>): Promise<T> {
        for (;;) {
          let isAnswered = false;
          const answer = Promise.resolve(question()).finally(() => {
            isAnswered = true;
          });
          const answered = answer.catch(() => {});
          while (!isAnswered) {
            await Promise.race([answered, setTimeout(1000)]);
            if (!isAnswered) await confirmAlert().catch(() => {});
          }
          try {
            return await answer;
          } catch (reason) {
            // React has replaced the element since it was found.
            if (reason instanceof error.StaleElementReferenceError) continue;
            if (!(reason instanceof error.UnexpectedAlertOpenError)) throw reason;
            await confirmAlert().catch(() => {});
          }
        }
      }
      /** Does something with the first element at a path, as soon as there is one. WebKit's own waiting hangs when an alert opens meanwhile. */
      const use = (path: string, act: (element: WebElement) => Promise<void>) =>
        ask(async () => act(await driver.wait(until.elementLocated(By.xpath(path)), 60_000, path, 20)));
      const press = (path: string) => use(path, (element) => element.click());

      /** Asks the page; again, if the question was lost between two pages. */
      async function look<T>(read: () => T): Promise<T> {
        for (;;) {
          const answer = ask(() => driver.executeScript<T>(read)).then((value) => ({ value }));
          const answered = await Promise.race([answer, setTimeout(5000)]);
          if (answered) return answered.value;
        }
      }
      let isEmpty = true;
      const errors: string[] = [];
      /** The errors since pages were there: WebDriver tells of none, and WebKit knows no script before a page's own. */
      async function readErrors() {
        errors.push(...(await look(() => window.errors?.splice(0) ?? [])));
        return errors;
      }
      async function visit(question: () => PromiseLike<void>) {
        // A new browser's empty page may not answer yet.
        if (!isEmpty) await readErrors();
        isEmpty = false;
        await ask(question);
        if (pageLoadStrategy === 'normal') await look(keepErrors);
      }

      const tab: Tab = {
        open: (path) => visit(() => driver.get(baseURL + path)),
        reload: () => visit(() => driver.navigate().refresh()),
        back: () => ask(() => driver.navigate().back()),
        forward: () => ask(() => driver.navigate().forward()),
        follow: (name) => press(`//a[${named(name)}]`),
        press: (name, of) => {
          const item = of ? `//h2[${named(of)}]/ancestor::*[self::article or self::li][1]` : '';
          return press(`${item}//button[${named(name)}]`);
        },
        fill: (field, text) =>
          use(`//input[@id = //label[${named(field)}]/@for]`, async (input) => {
            await input.clear();
            await input.sendKeys(text);
          }),
        resize: async (width, height) =>
          void (await ask(() => driver.manage().window().setRect({ x: 0, y: 0, width, height }))),
        look,
        async alerts() {
          await ask(() => driver.getTitle());
          return alerts;
        },
        calls,
      };
      return { tab, readErrors, close: () => driver.quit() };
    },
    async stop() {
      await stopServer();
      screen.kill();
      await once(screen, 'exit');
      rmSync(settings, { recursive: true });
    },
  };
}

const named = (name: string) => `normalize-space() = "${name}"`;

declare global {
  interface Window {
    errors?: string[];
  }
}

function keepErrors() {
  const errors: string[] = [];
  window.errors = errors;
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`Against the policy: ${effectiveDirective} ${blockedURI}`),
  );
  console.error = (...parts) => errors.push(parts.join(' '));
}
