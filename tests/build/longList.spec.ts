import { makeItems } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';
import { showsNext } from '../support/showsNext';

const many = 2_000;
test.use({ items: many });

const books = makeItems(many).filter(({ category }) => category === 'Books').length;

test('every card of a long list is in the document; a key leaves them alone; Apply drops them', async ({
  page,
  browser,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.locator('#category').focus();
  await browser.startTracing(page);
  // Not by role: working out the roles of so many cards takes longer than they do.
  await page.keyboard.type('books');
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const styled = traceEvents.map(({ args }: TraceEvent) => args?.elementCount ?? 0);
  expect(Math.max(...styled)).toBeGreaterThan(0);
  // Elements whose style was worked out anew, in all: a few for each key.
  expect(styled.reduce((sum: number, count: number) => sum + count)).toBeLessThan(50);
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
});

type TraceEvent = { args?: { elementCount?: number } };

test('Apply while the cards of a long list are being drawn drops those that were to come', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const cards = document.getElementsByTagName('article');
    let most = 0;
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      most = Math.max(most, cards.length);
      dataset.most = String(most);
      // The second step is React's: the page is alive. Pressed in the page, because it does not wait for a test.
      if (dataset.pressed || cards.length <= 24) return;
      dataset.pressed = 'yes';
      document.querySelector<HTMLInputElement>('#category')?.setRangeText('books');
      document.querySelector<HTMLButtonElement>('.filters button')?.click();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/items');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
  const most = Number(await page.locator('html').getAttribute('data-most'));
  expect(most).toBeGreaterThan(24);
  expect(most).toBeLessThan(many);
});

test('Apply Filters shows in the next frame that the list is loading, also over a long list', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.route('**/api/items*', () => {});
  expect(await showsNext(page.locator('.filters button'), '.results.stale[aria-busy=true]')).toBe(true);
  await expect(page.locator('[role=status]')).toHaveText('Loading items…');
});
