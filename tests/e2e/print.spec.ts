import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { catalogue } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';
import { reach } from '../support/states';

/** The texts of the pages that the browser prints. */
async function print(page: Page, format = 'A4'): Promise<string[]> {
  const pdf = await page.pdf({ format });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

const dollars = (price: number) => price.toLocaleString('en', { style: 'currency', currency: 'USD' });

test('a printed list has each item once, on one page, and no navigation, filters or buttons', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(60);
  const pages = await print(page);
  expect(pages.length).toBeLessThanOrEqual(8);
  expect(pages.join('\n')).not.toMatch(/Login|Min Price|Apply Filters|Add to Cart/);
  for (const text of await page.locator('article').allInnerTexts()) {
    const card = text.replace(/\s+/g, ' ').replace(' Add to Cart', '');
    expect(pages.filter((text) => text.includes(card)).length, card).toBe(1);
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
  const lines = catalogue.slice(0, 21);
  const cart = Object.fromEntries(lines.map(({ name }) => [name, 1]));
  await reach({ name: 'cart', address: '/cart', text: 'Subtotal', cart }, shopper, backend);
  // On A5, a line has several rows.
  const pages = await print(page, 'A5');
  expect(pages.length).toBeLessThanOrEqual(4);
  expect(pages.join('\n')).not.toMatch(/Logout|Remove/);
  expect(pages[0]).toContain(lines[0]?.name);
  for (const { name, price } of lines) {
    const line = `${name} ${dollars(price)} Quantity: 1`;
    expect(pages.filter((text) => text.includes(line)).length, line).toBe(1);
  }
});
