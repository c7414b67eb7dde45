import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures';

// The trace's pictures of ten thousand cards would count as the page's own work.
test.use({ trace: 'off' });

const lamp = { _id: 'lamp', name: 'Desk Lamp', price: 39 };

/** Presses the button, and says whether the frame after it shows `selector`. */
const showsNext = (button: Locator, selector: string) =>
  button.evaluate(
    (element: HTMLElement, selector) =>
      new Promise((resolve) => {
        element.click();
        // The store tells React of a new request in the frame itself; what it painted is seen right after it.
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(selector) !== null)));
      }),
    selector,
  );

test('Add to Cart and Remove show in the next frame that they are under way', async ({ page }) => {
  await page.route('**/api/cart', (route) => route.fulfill({ json: [{ item: lamp, quantity: 1 }] }));
  await page.route('**/api/cart/*', () => {});
  await page.goto('/items');
  const add = page.getByRole('article', { name: 'Desk Lamp' }).getByRole('button');
  expect(await showsNext(add, '[aria-disabled=true] .spinner-border')).toBe(true);

  await page.goto('/cart');
  const remove = page.getByRole('button', { name: 'Remove' });
  expect(await showsNext(remove, '[aria-disabled=true] .spinner-border')).toBe(true);
});

test('Apply Filters shows in the next frame that the list is loading, also over 10,000 cards', async ({
  page,
  baseURL,
}) => {
  const host = baseURL?.replace(/\d+$/, (port) => String(Number(port) + 2));
  await page.goto(`${host}/items`);
  await expect(page.locator('article')).toHaveCount(10_000);
  await page.route('**/api/items*', () => {});
  const apply = page.locator('.filters button');
  expect(await showsNext(apply, '.results.stale[aria-busy=true]')).toBe(true);
  await expect(page.locator('[role=status]')).toHaveText('Loading items…');
});
