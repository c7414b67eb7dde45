import { test as base, expect, logIn } from '../support/fixtures';
import { startBuild } from '../support/hosts';

/** A backend, or what stands before it, that lets browsers keep its answers. */
const test = base.extend<{ store: Awaited<ReturnType<typeof startBuild>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  async store({}, use) {
    const store = await startBuild({ maxAge: 600 });
    await use(store);
    await store.stop();
  },
  baseURL: ({ store }, use) => use(store.url),
});

test('a list and a cart that may be kept are asked for all the same: by the page, by the bundle, after a removal', async ({
  page,
  store,
  alerts,
}) => {
  await logIn(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect.poll(() => alerts).toContain('Item added to cart!');
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.goto('/cart?opened=anew');
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  const count = (wanted: string) => store.backend.calls().filter(({ call }) => call === wanted).length;
  await expect.poll(() => count('GET /api/items')).toBe(3);
  expect(count('GET /api/cart')).toBe(3);
});
