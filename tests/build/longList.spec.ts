import type { Locator, Page } from '@playwright/test';
import { makeItems } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';

const many = 2_000;
const items = makeItems(many);
const books = items.filter(({ category }) => category === 'Books');

test.beforeEach(async ({ page }) => {
  await page.route('**/api/items', (route) => route.fulfill({ json: items }));
  await page.route('**/api/items?category=books', (route) => route.fulfill({ json: books }));
});

test('all cards of a long list are in the document; typing restyles none of them; Apply replaces them', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.locator('#category').focus();
  await browser.startTracing(page);
  // Not by role: computing the roles of so many cards is slow.
  await page.keyboard.type('books');
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const styled = traceEvents.map(({ args }: TraceEvent) => args?.elementCount ?? 0);
  expect(Math.max(...styled)).toBeGreaterThan(0);
  // Elements that were restyled, in all: a few for each key.
  expect(styled.reduce((sum: number, count: number) => sum + count)).toBeLessThan(50);
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status]')).toHaveText(`${books.length} items`);
  await expect(page.locator('article')).toHaveCount(books.length);
});

type TraceEvent = { args?: { elementCount?: number } };

test('in a long list, Add to Cart, Apply Filters and a link show their effect in the next frame', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.route('**/api/cart/add', () => {});
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  expect(await showsInNextFrame(add, 'article [aria-disabled=true] .spinner-border')).toBe(true);
  await page.route('**/api/items*', () => {});
  expect(await showsInNextFrame(page.locator('.filters button'), '.filters .pending')).toBe(true);
  await expect(page.locator('[role=status]')).toHaveText('Loading items…');
  expect(await showsInNextFrame(page.locator('header a', { hasText: 'Login' }), '#password')).toBe(true);
  await expect(page.locator('article')).toHaveCount(0);
});

test('cards are added in batches, and Back returns to the same place in the list', async ({
  page,
  shopper,
}) => {
  await page.addInitScript(() => {
    let count = 0;
    let largest = 0;
    new MutationObserver(() => {
      const total = document.getElementsByTagName('article').length;
      largest = Math.max(largest, total - count);
      count = total;
      if (total > 0) document.documentElement.dataset.largestBatch = String(largest);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  const largestBatch = Number(await page.locator('html').getAttribute('data-largest-batch'));
  expect(largestBatch).toBeGreaterThan(24);
  expect(largestBatch).toBeLessThanOrEqual(120);

  await page.evaluate(() => scrollTo(0, 50_000));
  // There is no card in the middle until the batches in view are laid out.
  await expect.poll(() => cardInView(page)).toBeGreaterThan(100);
  const place = await cardInView(page);
  await page.locator('header a', { hasText: 'Home' }).click();
  await expect(page.locator('.hero')).toBeVisible();
  await page.goBack();
  await expect(page.locator('article')).toHaveCount(many);
  await expect.poll(shopper.calls).toEqual(['GET /items', 'GET /items']);
  // Within two rows: a batch that has not been in view yet has an estimated height.
  await expect.poll(async () => Math.abs((await cardInView(page)) - place)).toBeLessThanOrEqual(8);
});

/** The index of the card in the middle of the window. Waits two frames, until batches in view have their real height. */
const cardInView = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const cardAt = (y: number) =>
          document.elementFromPoint(200, y)?.closest('article')?.querySelector('h2')?.id;
        // One of the two points is not in the gap between two rows.
        const look = () => resolve(Number((cardAt(500) ?? cardAt(550))?.split('-')[1]));
        requestAnimationFrame(() => requestAnimationFrame(look));
      }),
  );

/** Clicks an element, and returns whether a selector matches after the next frame. */
const showsInNextFrame = (target: Locator, selector: string) =>
  target.evaluate(
    (element: HTMLElement, selector) =>
      new Promise((resolve) => {
        element.click();
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(selector) !== null)));
      }),
    selector,
  );
