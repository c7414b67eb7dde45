import type { CDPSession, Page } from '@playwright/test';
import { makeItems } from '../../mocks/catalogue';
import { expect, hydrated, test } from '../support/fixtures';
import { homeHeading } from '../support/screens';

// A small window and a few cards are enough.
test.use({ viewport: { width: 400, height: 300 } });
const items = makeItems(30);

const screens: [link: string, text: string][] = [
  ['Home', homeHeading],
  ['Items', '30 items'],
  ['Cart', 'Your cart is empty.'],
];

/** Visits every screen. Clicks in the page, because Playwright's clicks take longer than the screens. */
const visitAll = (page: Page, rounds: number) =>
  page.evaluate(
    async ({ rounds, screens }) => {
      for (let round = 0; round < rounds; round++) {
        for (const [link, text] of screens) {
          [...document.querySelectorAll('a')].find(({ textContent }) => textContent === link)?.click();
          while (!document.querySelector('main')?.textContent.includes(text))
            await new Promise(requestAnimationFrame);
        }
      }
    },
    { rounds, screens },
  );

/** The live nodes and listeners and the detached nodes after a garbage collection. */
async function measure(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
  const { detachedNodes } = await devtools.send('DOM.getDetachedDomNodes');
  // The <base> is Playwright's.
  const detached = detachedNodes.map(({ treeNode }) => treeNode.nodeName).filter((name) => name !== 'BASE');
  return { nodes: metric('Nodes'), listeners: metric('JSEventListeners'), detached };
}

test('30 rounds through the store leak no nodes and no listeners', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'stored'));
  await page.route('**/api/items', (route) => route.fulfill({ json: items }));
  await page.route('**/api/cart', (route) => route.fulfill({ json: [] }));
  await page.goto('/items');
  await expect(page.getByText('30 items')).toBeVisible();
  await hydrated(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('DOM.enable');

  await visitAll(page, 5);
  const before = await measure(devtools);
  await visitAll(page, 30);
  // Polled, because the browser may release the last screen later. A leak would stay.
  await expect.poll(async () => (await measure(devtools)).detached).toEqual([]);
  await expect.poll(async () => (await measure(devtools)).nodes).toBeLessThanOrEqual(before.nodes);
  await expect.poll(async () => (await measure(devtools)).listeners).toBeLessThanOrEqual(before.listeners);
});
