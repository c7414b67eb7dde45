import type { Page } from '@playwright/test';
import { expect, refusedCalls, test } from '../support/fixtures';
import { hold } from '../support/hold';

test.use({ allowErrors: refusedCalls });

/** Keeps the page from losing its patience with the answer by the clock; `losePatience()` does it instead. */
const holdPatience = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((act: () => void, ms?: number) => {
      if (ms !== 600) return setTimeout(act, ms);
      Object.assign(window, { losePatience: act });
    }) as typeof window.setTimeout;
  });

const login = (page: Page) => page.getByRole('navigation').getByText('Login');

test('the bundle comes first: it runs after the frame with the first cards', async ({ page, calls }) => {
  await holdPatience(page);
  const answer = await hold(page, '**/api/items');
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article')) return;
      observer.disconnect();
      const isAlive = () => Boolean(document.querySelector('a[href$="/login"]'));
      const atFirstCards = isAlive();
      requestAnimationFrame(() => Object.assign(window, { alive: [atFirstCards, isAlive()] }));
    }).observe(document, { childList: true, subtree: true });
  });
  const bundle = page.waitForEvent('requestfinished', (it) => it.url().endsWith('.js'));
  await page.goto('/items', { waitUntil: 'commit' });
  await bundle;
  answer();
  await expect(login(page)).toBeVisible();
  expect(await page.evaluate('alive')).toEqual([false, false]);
  await expect(page.locator('article')).toHaveCount(60);
  expect(calls).toEqual(['GET /items']);
});

test('an answer that does not come keeps the page waiting no longer than its patience', async ({ page }) => {
  await holdPatience(page);
  const answer = await hold(page, '**/api/items');
  const bundle = page.waitForEvent('requestfinished', (it) => it.url().endsWith('.js'));
  await page.goto('/items', { waitUntil: 'commit' });
  await bundle;
  // waitForFunction would break the page's policy if it had to ask twice.
  await expect.poll(() => page.evaluate('typeof losePatience')).toBe('function');
  await expect(login(page)).toHaveCount(0);
  await page.evaluate('losePatience()');
  await expect(login(page)).toBeVisible();
  await expect(page.getByText('Loading items…')).toBeVisible();
  answer();
  await expect(page.locator('article')).toHaveCount(60);
});

test('the bundle runs and takes the page over in many tasks', async ({ page }) => {
  // So slow that no part of it is done in the 5 ms of a slice.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const counts = { slices: 0 };
    Object.assign(window, { counts });
    // React asks for its next slice by a message to itself.
    MessagePort.prototype.postMessage = function (...message: [never]) {
      if (!document.querySelector('a[href$="/login"]')) counts.slices++;
      return postMessage.apply(this, message);
    };
  });
  await page.goto('/items');
  await expect(login(page)).toBeVisible();
  expect(await page.evaluate('counts.slices')).toBeGreaterThan(2);
});
