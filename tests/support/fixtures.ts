import { test as base, expect, type Page } from '@playwright/test';
import type { TestBackend } from './backend';
import { startNginx } from './nginx';
import { startRecordedBuild } from './recordedBuild';
import { startBuild, startMockBuild } from './servers';
import { makeShopper, type Shopper, tabOf } from './shopper';

export { expect };

const hosts = {
  'production build': () => startBuild(),
  'mock build': () => startMockBuild(),
  nginx: () => startNginx(),
  'recorded build': () => startRecordedBuild(),
};

export type Options = {
  /** What serves the store. */
  host: keyof typeof hosts;
};

type Site = { url: string; stop: () => Promise<void>; backend?: TestBackend };

type WorkerFixtures = {
  /** The store of this worker. */
  site: Site;
};

type TestFixtures = {
  /** A shopper in the project's engine. */
  shopper: Shopper;
  /** The backend of the store, empty at the start of each test. */
  backend: TestBackend;
  /** Console errors that do not fail the test. */
  allowErrors: RegExp;
};

/** A test fails on console errors and warnings, uncaught errors and policy violations. */
export const test = base.extend<TestFixtures, Options & WorkerFixtures>({
  allowErrors: [/^$/, { option: true }],
  host: ['production build', { option: true, scope: 'worker' }],

  site: [
    async ({ host }, use) => {
      const site: Site = await hosts[host]();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => {
    site.backend?.reset();
    await use(site.url);
  },

  backend: async ({ site, baseURL: _ }, use) => {
    if (!site.backend) throw new Error('The mock build has its backend in the page.');
    await use(site.backend);
  },

  // An option, because the webkit project replaces it: Playwright cannot drive WebKitGTK.
  shopper: [async ({ page }, use) => use(makeShopper(tabOf(page))), { option: true }],

  page: async ({ page, allowErrors }, use) => {
    const errors: string[] = [];
    const record = (text: string) => allowErrors.test(text) || errors.push(explain(text));
    page.on('console', (message) => /error|warning/.test(message.type()) && record(message.text()));
    page.on('pageerror', (error) => record(error.message));
    // Not every browser logs violations.
    await page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`Policy violation: ${effectiveDirective} ${blockedURI}`),
      ),
    );
    await use(page);
    expect(errors, 'errors of the page').toEqual([]);
  },
});

/** React's message in production does not say what to do. */
const explain = (text: string) =>
  /React error #418/.test(text)
    ? `The first render differs from the prerendered page: render what only the browser knows where useHydrated() is true. ${text}`
    : text;

/** What Chromium logs for a failed request. */
export const refusedCalls = /^Failed to load resource/;

/** Waits until the page is interactive. */
export const hydrated = (page: Page) =>
  expect(page.locator('html.not-hydrated'), 'the page is interactive').toHaveCount(0);

/** The layout shifts of the page so far: the elements that moved, and where each was and is. */
export const readLayoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
    return shifts.flatMap((shift) => {
      const moved = shift.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML : node?.textContent,
      );
      return [...moved.map((html) => `${html}`.slice(0, 100)), JSON.stringify(shift)];
    });
  });

/** Blocks storage, as a browser that blocks all cookies does. Runs before the scripts of a page. */
export function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

/** Makes the item list crash when it draws an item. Runs in the page. */
export function crashList() {
  Math.imul = () => {
    throw new Error('broken on purpose');
  };
}
