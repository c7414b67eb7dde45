import type { Page } from '@playwright/test';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { fillCart } from '../support/states';

test.use({ allowErrors: refusedCalls });

/** Records the texts of live regions in each frame that changes them. */
async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    const announced: string[] = [];
    let last = '';
    function read() {
      const regions = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')];
      const text = regions
        .map(({ textContent }) => textContent?.trim())
        .join(' ')
        .trim();
      if (text && text !== last) announced.push(text);
      last = text;
      requestAnimationFrame(read);
    }
    requestAnimationFrame(read);
    Object.assign(window, { announced });
  });
  /** Waits for the announcement `last`. Returns the announcements since the previous call. */
  return async (last: string) => {
    await expect
      .poll(() => page.evaluate<string[]>('announced'))
      .toContainEqual(expect.stringContaining(last));
    return page.evaluate<string[]>('announced.splice(0)');
  };
}

test('screen readers hear each change of the list once, in order', async ({ page, backend }) => {
  const heardUntil = await recordAnnouncements(page);
  await page.goto('/items');
  expect(await heardUntil('60 items')).toEqual(['Loading items…', '60 items']);

  await page.getByLabel('Category').fill('Books');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  expect(await heardUntil('7 items')).toEqual(['Loading items…', '7 items']);

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Items', exact: true }).click();
  expect(await heardUntil('60 items')).toEqual(['Loading items…', '60 items']);

  await page.getByLabel('Category').fill('Zebra');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  expect(await heardUntil('No items')).toEqual(['Loading items…', 'No items']);

  backend.use('server-error');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  const failure = 'The items could not be loaded.The shop has a problem. Please try again later.Try again';
  expect(await heardUntil('could not be loaded')).toEqual(['Loading items…', failure]);
  backend.use('normal');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await heardUntil('No items')).toEqual(['Loading items…', 'No items']);
});

test('screen readers hear what is in the cart, and each removal once', async ({ page, backend }) => {
  await page.goto('/robots.txt');
  const token = await fillCart(backend, { 'Stoneware Mug': 2, Kite: 1 });
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  const heardUntil = await recordAnnouncements(page);
  await page.goto('/cart');
  await hydrated(page);
  expect(await heardUntil('in your cart')).toEqual(['Loading your cart…', '3 items in your cart']);
  const remove = page.getByRole('button', { name: 'Remove' });
  await remove.first().click();
  expect(await heardUntil('removed')).toEqual(['Stoneware Mug removed. Subtotal $31.50']);
  await expect(remove).toHaveCount(1);
  await remove.click();
  expect(await heardUntil('removed')).toEqual(['Kite removed. No items in your cart']);
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});
