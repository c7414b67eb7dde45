import { test as base, expect, type Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { startBuild, startMockBuild } from './hosts';
import { confirmAlerts, makeShopper, recordCalls, type Shopper, tabOf } from './shopper';
import { type Site, startSite } from './site';
import type { WebKit } from './webkit';

export { expect };

type Store = {
  /** Who uses the store, in the engine of the project. */
  shopper: Shopper;
  /** The texts of the alerts so far; each is confirmed at once. */
  alerts: string[];
  /** The calls to the API so far, such as `GET /items?category=Books`. */
  calls: string[];
};

export type Options = {
  /** What serves the store: the mock build, or the production build plainly or behind nginx. */
  host: keyof typeof hosts;
  /** How many items the backend of the production build sells, if not the catalogue's. */
  items: number | undefined;
};

const hosts = {
  'mock build': startMockBuild,
  build: startBuild,
  nginx: () => startSite(),
};

type Served = {
  /** The store of this worker. */
  site: Awaited<ReturnType<(typeof hosts)[keyof typeof hosts]>>;
  webkit: WebKit;
};

/** React's own message has no word of what to do. */
const explain = (text: string) =>
  /React error #418/.test(text)
    ? `The page that the build has made is not what React draws first: CONTRIBUTING.md, "Show something by the address or the session". ${text}`
    : text;

/** A page that fails its test on an error or a warning in the console or an uncaught error, except those that `allowErrors` names. */
export const test = base.extend<Store & { allowErrors: RegExp }, Options & Served>({
  allowErrors: [/^$/, { option: true }],
  host: ['mock build', { option: true, scope: 'worker' }],
  items: [undefined, { option: true, scope: 'worker' }],

  site: [
    async ({ host, items }, use) => {
      const site = await hosts[host]({ items });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],

  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
    async ({}, use) => {
      const { startWebKit } = await import('./webkit');
      const webkit = await startWebKit();
      await use(webkit);
      await webkit.stop();
    },
    { scope: 'worker' },
  ],

  // An option, so that a project can have another: its engine may not be one of Playwright's.
  shopper: [async ({ page }, use) => use(makeShopper(tabOf(page))), { option: true }],

  baseURL: async ({ site }, use) => {
    if ('backend' in site) site.backend.reset();
    await use(site.url);
  },

  alerts: async ({ page }, use) => use(confirmAlerts(page)),

  calls: async ({ page }, use) => use(recordCalls(page)),

  page: async ({ page, allowErrors }, use) => {
    const errors: string[] = [];
    const keep = (text: string) => allowErrors.test(text) || errors.push(explain(text));
    page.on('console', (message) => /error|warning/.test(message.type()) && keep(message.text()));
    page.on('pageerror', (error) => keep(error.message));
    // Not every browser says so in the console.
    await page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`Against the policy: ${effectiveDirective} ${blockedURI}`),
      ),
    );
    await slowDown(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** With CPU_THROTTLE=6 the page's processor is six times slower, as Chromium does it. */
async function slowDown(page: Page) {
  const rate = Number(process.env.CPU_THROTTLE ?? 1);
  if (rate === 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The shopper of a project in WebKit, whose tests fail on errors as those with a `page` do. */
export async function shopperInWebKit(
  {
    webkit,
    site,
    baseURL,
    allowErrors,
  }: { webkit: WebKit; site: Site; baseURL: string; allowErrors: RegExp },
  use: (shopper: Shopper) => Promise<void>,
) {
  const calls = () => site.backend.calls().map(({ call }) => call.replace('/api', ''));
  const { tab, readErrors, close } = webkit.open(baseURL, calls);
  await use(makeShopper(tab));
  const errors = await readErrors();
  await close();
  expect(errors.filter((text) => !allowErrors.test(text))).toEqual([]);
}

/** What Chromium itself reports for a refused or failed call. */
export const refusedCalls = /^Failed to load resource/;

/** Waits until React answers. */
export const hydrated = (page: Page) => expect(page.locator('html.early')).toHaveCount(0);

/** Logs the demo shopper in, and waits for the list that a success leads to: leaving it half loaded would break its request off. */
export async function logIn(page: Page) {
  await sendLogin(page);
  await expect(page.getByText('60 items')).toBeVisible();
}

/** Sends the login form for the demo shopper. */
export async function sendLogin(page: Page, { password } = demoAccount) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Blocks the page's storage from now on, if the page does this, as a browser does that takes no cookies. */
export function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

/** Runs before the scripts of a page: makes the list crash when it shows a price. */
export function crashList() {
  const toBigInt = window.BigInt;
  Object.assign(window, {
    BigInt(value: number) {
      if (location.pathname === '/items') throw new Error('broken on purpose');
      return toBigInt(value);
    },
  });
}
