import type { Page } from '@playwright/test';
import { expect, logIn, refusedCalls, test } from '../support/fixtures';
import { headings } from '../support/screens';

test.use({
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  allowErrors: refusedCalls,
});

/** What a finger of 44 px would miss, with its size. */
const smallTargets = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('a, button, input')]
      .filter((target) => target.checkVisibility() && !target.matches('.visually-hidden-focusable'))
      .map((target) => ({ name: target.textContent || target.id, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );

const texts = {
  ...headings,
  '/items': '60 items',
  '/items?category=None': 'No items match these filters.',
  '/cart': 'Your cart could not be loaded.',
  // Stays for the tab.
  '/items?mock=server-error': 'The items could not be loaded.',
};

test('a finger meets all that can be pressed on each screen', async ({ page }) => {
  for (const [address, text] of Object.entries(texts))
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByText(text)).toBeVisible();
      expect.soft(await smallTargets(page), address).toEqual([]);
    });
});

test('a finger meets Logout, Remove and the links of a filled cart, and leaves no hover behind', async ({
  page,
  alerts,
}) => {
  await logIn(page);
  const add = page.getByRole('button', { name: 'Add to Cart' });
  await add.first().tap();
  await expect.poll(() => alerts).toContain('Item added to cart!');
  await expect(add.first()).not.toHaveAttribute('aria-disabled');
  const look = (index: number) =>
    add.nth(index).evaluate((button) => {
      const { transform, boxShadow } = getComputedStyle(button.closest('article') as Element);
      const { backgroundColor, color } = getComputedStyle(button);
      return { transform, boxShadow, backgroundColor, color };
    });
  expect(await look(0)).toEqual(await look(1));

  await page.getByRole('link', { name: 'Cart' }).tap();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
});
