import { catalogue } from '../../mocks/catalogue';
import { expect, test } from '../e2e/fixtures';

// The trace's pictures of ten thousand cards would count as the page's own work.
test.use({ trace: 'off' });

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
  const books = Array.from({ length: 10_000 }, (_, index) => catalogue[index % catalogue.length]).filter(
    (item) => item?.category === 'Books',
  ).length;
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
});
