import type { Page } from '@playwright/test';
import { expect, hydrated } from './fixtures';
import { holdBundle } from './hold';

/** Opens a list. React must render the same first cards as the script that runs before the bundle. */
export async function expectSameCards(page: Page, address: string, status: string) {
  const count = Number.parseInt(status, 10);
  const releaseBundle = await holdBundle(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText(status);
  await expect(page.locator('article')).toHaveCount(Math.min(count, 24));
  const early = await readCards(page);
  expect(early).toHaveLength(1 + Math.min(count, 24));
  releaseBundle();
  await hydrated(page);
  await expect(page.locator('article')).toHaveCount(count);
  expect(await readCards(page)).toEqual(early);

  // The same list, rendered by React alone.
  await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click();
  await page.goBack();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText(status);
  expect(await readCards(page)).toEqual(early);
}

/** The tag of the list, and its first 24 cards. */
async function readCards(page: Page) {
  const list = await page.locator('.results ul').first().evaluate(outline);
  return list.split(/\n(?=<li )/).slice(0, 25);
}

/** An element's tags and texts, one per line. Sorts attributes, because React and Preact set them in different orders. Runs in the page. */
function outline(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element ? outline(node) : node.textContent,
  );
  return [`<${[element.localName, ...attributes].join(' ')}>`, ...inside].join('\n');
}
