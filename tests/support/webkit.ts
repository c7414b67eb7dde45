import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Builder, By, Capabilities, error, until, type WebElement } from 'selenium-webdriver';
import { webKit } from './needs.ts';
import { ceiling } from './pace.ts';
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
  // A process group, which ends with the browser that it has started.
  const server = spawn(webKit.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: settings,
      // Frames drawn by the processor, as here, are a third dearer through shared graphics memory.
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
    /** The browser's tab, new and with nothing stored. */
    open(baseURL: string, calls: Tab['calls']) {
      const alerts: string[] = [];
      async function confirmAlert() {
        const alert = await driver.switchTo().alert();
        const text = await alert.getText();
        await alert.accept();
        alerts.push(text);
      }
      /**
       * Asks the browser, which refuses to answer while an alert is open, and is silent when one opens meanwhile. Whether one is
       * open is read from the answer about the window: nearly all else waits for the page to be loaded, and the
       * driver never answers a question that waits for that when another one begins to wait.
       */
      async function ask<T>(question: () => PromiseLike<T>): Promise<T> {
        for (;;) {
          let isAnswered = false;
          const answer = Promise.resolve(question()).finally(() => {
            isAnswered = true;
          });
          const answered = answer.catch(() => {});
          while (!isAnswered) {
            await Promise.race([answered, setTimeout(1000)]);
            if (!isAnswered) await driver.manage().window().getRect().catch(confirmAlert);
          }
          try {
            return await answer;
          } catch (reason) {
            // React has replaced the element since it was found, or the page that was asked has gone for the next one.
            if (
              reason instanceof error.StaleElementReferenceError ||
              reason instanceof error.NoSuchFrameError
            )
              continue;
            if (!(reason instanceof error.UnexpectedAlertOpenError)) throw reason;
            await confirmAlert().catch(() => {});
          }
        }
      }
      /** Does something with the first element at a path, as soon as there is one. WebKit's own waiting hangs when an alert opens meanwhile. */
      const use = (path: string, act: (element: WebElement) => Promise<void>) =>
        ask(async () =>
          act(await driver.wait(until.elementLocated(By.xpath(path)), ceiling(15, 60), path, 20)),
        );
      const press = (path: string) => use(path, (element) => element.click());

      const look = <T>(read: () => T) => ask(() => driver.executeScript<T>(read));
      const errors: string[] = [];
      /** The errors since pages were there: WebDriver tells of none, and WebKit knows no script before a page's own. */
      async function readErrors() {
        errors.push(...(await look(() => window.errors?.splice(0) ?? [])));
        return errors;
      }
      async function visit(question: () => PromiseLike<void>) {
        await readErrors();
        await ask(question);
        await look(keepErrors);
      }

      const tab: Tab = {
        open: (address) => visit(() => driver.get(new URL(address, baseURL).href)),
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
            // Clearing leaves the field, and the driver refuses an empty text.
            await input.clear();
            await (text ? input.sendKeys(text) : input.click());
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
      return {
        tab,
        readErrors,
        /** Leaves a new tab in place of this one. */
        async close() {
          // A page without script: the store's may raise an alert yet, and no tab can be left while one is open.
          await ask(() => driver.get(`${baseURL}/robots.txt`));
          await look(() => localStorage.clear());
          const used = await driver.getWindowHandle();
          await driver.switchTo().newWindow('tab');
          const fresh = await driver.getWindowHandle();
          await driver.switchTo().window(used);
          await driver.close();
          await driver.switchTo().window(fresh);
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
