import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Builder, By, Capabilities, error, until, type WebElement } from 'selenium-webdriver';
import { timeoutFor } from './pace.ts';
import { webKit } from './programs.ts';
import { freePort } from './servers.ts';
import type { Tab } from './shopper.ts';

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
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const display = `:${String(number).trim()}`;

  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // A process group of its own, so that stop() also ends the browser that it starts.
  const server = spawn(webKit.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: settings,
      // Without a GPU, shared graphics memory costs a third more processor time per frame.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
    detached: true,
  });
  while (!(await fetch(`${address}/status`).catch(() => undefined))) await setTimeout(10);

  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
        unhandledPromptBehavior: 'ignore',
      }),
    )
    .build();

  return {
    /** The browser's tab, with empty storage. */
    open(baseURL: string, calls: Tab['calls']) {
      const shown: string[] = [];
      async function acceptAlert() {
        const alert = await driver.switchTo().alert();
        const text = await alert.getText();
        await alert.accept();
        shown.push(text);
      }
      /**
       * Sends a command. The driver rejects it if an alert is open, and never responds if an alert opens during it. So
       * send a second command after a second: the one for the window does not wait for the page, and is rejected if an alert is open.
       */
      async function send<T>(command: () => PromiseLike<T>): Promise<T> {
        for (;;) {
          let isDone = false;
          const result = Promise.resolve(command()).finally(() => {
            isDone = true;
          });
          const settled = result.catch(() => {});
          while (!isDone) {
            await Promise.race([settled, setTimeout(1000)]);
            if (!isDone) await driver.manage().window().getRect().catch(acceptAlert);
          }
          try {
            return await result;
          } catch (reason) {
            // React has replaced the element, or the next page has replaced this one.
            if (
              reason instanceof error.StaleElementReferenceError ||
              reason instanceof error.NoSuchFrameError
            )
              continue;
            if (!(reason instanceof error.UnexpectedAlertOpenError)) throw reason;
            await acceptAlert().catch(() => {});
          }
        }
      }
      /** Waits for the first element at a path, and uses it. WebKit's own implicit wait hangs if an alert opens. */
      const use = (path: string, act: (element: WebElement) => Promise<void>) =>
        send(async () =>
          act(await driver.wait(until.elementLocated(By.xpath(path)), timeoutFor(5, 60), path, 20)),
        );
      const click = (path: string) => use(path, (element) => element.click());

      /** A script that is sent while the next page replaces this one may never respond. So it is sent again after two seconds. */
      async function evaluate<T, Arg>(read: ((arg: Arg) => T) | string, arg?: Arg): Promise<T> {
        for (;;) {
          const lost = Symbol('lost');
          const script = send(() => driver.executeScript<T>(read, arg));
          const result = await Promise.race([script, setTimeout(2000, lost)]);
          if (result !== lost) return result as T;
          script.catch(() => {});
        }
      }
      const errors: string[] = [];
      /** The page's errors so far. WebDriver does not report them, so each page records its own. */
      async function readErrors() {
        errors.push(...(await evaluate(() => window.errors?.splice(0) ?? [])));
        return errors;
      }
      async function visit(command: () => PromiseLike<void>) {
        await readErrors();
        await send(command);
        await evaluate(recordErrors);
      }

      const tab: Tab = {
        open: (address) => visit(() => driver.get(new URL(address, baseURL).href)),
        reload: () => visit(() => driver.navigate().refresh()),
        clickLink: (name) => click(`//a[${named(name)}]`),
        clickButton: (name, item) => {
          const within = item ? `//h2[${named(item)}]/ancestor::*[self::article or self::li][1]` : '';
          return click(`${within}//button[${named(name)}]`);
        },
        fill: (field, text) =>
          use(`//input[@id = //label[${named(field)}]/@for]`, async (input) => {
            // clear() moves focus out of the field, and sendKeys() rejects an empty text.
            await input.clear();
            await (text ? input.sendKeys(text) : input.click());
          }),
        resize: async (width, height) =>
          void (await send(() => driver.manage().window().setRect({ x: 0, y: 0, width, height }))),
        evaluate,
        async shown() {
          // `send` notices an open alert only while it sends a command.
          await evaluate(() => null);
          return shown;
        },
        calls,
      };
      return {
        tab,
        readErrors,
        /** Replaces the tab with a new one. */
        async close() {
          // First a page without a script: the store's page could still raise an alert, which blocks closing.
          await send(() => driver.get(`${baseURL}/robots.txt`));
          await evaluate(() => localStorage.clear());
          const used = await driver.getWindowHandle();
          await driver.switchTo().newWindow('tab');
          const fresh = await driver.getWindowHandle();
          await driver.switchTo().window(used);
          await driver.close();
          await driver.switchTo().window(fresh);
          await tab.resize(1280, 720);
        },
      };
    },
    async stop() {
      await driver.quit();
      process.kill(-Number(server.pid));
      await once(server, 'exit');
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
