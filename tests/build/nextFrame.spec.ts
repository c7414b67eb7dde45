import { expect, hydrated, test } from '../support/fixtures';
import { showsNext } from '../support/showsNext';

const lamp = { _id: 'lamp', name: 'Desk Lamp', price: 39 };

test('Add to Cart and Remove show in the next frame that they are under way', async ({ page }) => {
  await page.route('**/api/cart', (route) => route.fulfill({ json: [{ item: lamp, quantity: 1 }] }));
  await page.route('**/api/cart/*', () => {});
  await page.goto('/items');
  await hydrated(page);
  const add = page.getByRole('article', { name: 'Desk Lamp' }).getByRole('button');
  expect(await showsNext(add, '[aria-disabled=true] .spinner-border')).toBe(true);

  await page.goto('/cart');
  await hydrated(page);
  const remove = page.getByRole('button', { name: 'Remove' });
  expect(await showsNext(remove, '[aria-disabled=true] .spinner-border')).toBe(true);
});
