import { expect, test } from '../support/fixtures';
import { showsNext } from '../support/showsNext';

const lamp = { _id: 'lamp', name: 'Desk Lamp', price: 39 };

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
