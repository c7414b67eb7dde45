import { catalogue } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';

// The trace's pictures of ten thousand cards would count as the page's own work.
test.use({ trace: 'off' });

const books = Array.from({ length: 10_000 }, (_, index) => catalogue[index % catalogue.length]).filter(
  (item) => item?.category === 'Books',
).length;

test('10,000 items: every card in the document, a key costs under 50 ms of main thread, Apply drops the list', async ({
  page,
  baseURL,
}) => {
  const host = baseURL?.replace(/\d+$/, (port) => String(Number(port) + 2));
  await page.goto(`${host}/items`);
  await expect(page.locator('article')).toHaveCount(10_000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  /** Seconds of main thread so far. */
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? NaN;
  await page.locator('#category').focus();
  const before = await busy();
  // Not by role: working out the roles of ten thousand cards takes longer than they do.
  await page.keyboard.type('books');
  expect(((await busy()) - before) / 'books'.length).toBeLessThan(0.05);
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
});

test('Apply while 10,000 cards are still being drawn drops those that were to come', async ({
  page,
  baseURL,
}) => {
  const host = baseURL?.replace(/\d+$/, (port) => String(Number(port) + 2));
  const devtools = await page.context().newCDPSession(page);
  // Else all of them might be there before the press.
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(() => {
    const cards = document.getElementsByTagName('article');
    new MutationObserver(() => {
      document.documentElement.dataset.most = String(
        Math.max(cards.length, Number(document.documentElement.dataset.most ?? 0)),
      );
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${host}/items`, { waitUntil: 'commit' });
  // The second step is React's: the page is alive.
  await page.locator('article').nth(30).waitFor({ state: 'attached' });
  await page.locator('#category').fill('books');
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
  expect(Number(await page.locator('html').getAttribute('data-most'))).toBeLessThan(10_000);
});
