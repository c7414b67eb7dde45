import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { catalogue } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';
import { reach } from '../support/states';

/** The texts of the pages that the browser prints on A4. */
async function print(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

const names = catalogue.map(({ name }) => name);

test('a printed list has each item once, on one page, and no navigation, filters or buttons', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(60);
  const pages = await print(page);
  expect(pages.length).toBeLessThanOrEqual(8);
  expect(pages.join('\n')).not.toMatch(/Login|Min Price|Apply Filters|Add to Cart/);
  for (const { name, category, price } of catalogue) {
    const card = `${name} Category: ${category}`;
    const withName = pages.filter((text) => text.includes(card));
    expect(withName.length, card).toBe(1);
    // The price comes after the name, and before the next item's name.
    const afterName = withName[0]?.split(card)[1] ?? '';
    expect(afterName, card).toContain(price.toLocaleString('en', { style: 'currency', currency: 'USD' }));
  }
});

test('a short printed list has one page', async ({ page }) => {
  await page.goto('/items?category=Books');
  await expect(page.locator('article')).toHaveCount(7);
  expect(await print(page)).toHaveLength(1);
});

test('a printed cart of 21 lines begins on the first page, has each line on one page, and no navigation or buttons', async ({
  page,
  shopper,
  backend,
}) => {
  const cart = Object.fromEntries(names.slice(0, 21).map((name) => [name, 1]));
  await reach({ name: 'cart', address: '/cart', text: 'Subtotal', cart }, shopper, backend);
  const pages = await print(page);
  expect(pages.length).toBeLessThanOrEqual(3);
  expect(pages.join('\n')).not.toMatch(/Logout|Remove/);
  expect(pages[0]).toContain(names[0]);
  for (const { name, price } of catalogue.slice(0, 21)) {
    const dollars = price.toLocaleString('en', { style: 'currency', currency: 'USD' });
    const line = `${name} ${dollars} Quantity: 1`;
    expect(pages.filter((text) => text.includes(line)).length, line).toBe(1);
  }
});
