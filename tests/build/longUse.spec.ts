import type { CDPSession, Page } from '@playwright/test';
import { makeItems } from '../../mocks/catalogue';
import { expect, hydrated, test } from '../support/fixtures';
import { homeHeading } from '../support/screens';

// Nothing here is about pixels or about many cards: those of two steps will do.
test.use({ viewport: { width: 400, height: 300 } });
const items = makeItems(30);

const screens: [link: string, text: string][] = [
  ['Home', homeHeading],
  ['Items', '30 items'],
  ['Cart', 'Your cart is empty.'],
];

/** Goes round the store. In the page, since each of a test's own presses takes longer than the screen that it opens. */
const walk = (page: Page, rounds: number) =>
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

/** Live nodes and listeners, and nodes that are out of the document but still held, after a collection of garbage. */
async function measure(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((it) => it.name === name)?.value ?? Number.NaN;
  const { detachedNodes } = await devtools.send('DOM.getDetachedDomNodes');
  // The <base> is Playwright's own.
  const detached = detachedNodes.map(({ treeNode }) => treeNode.nodeName).filter((name) => name !== 'BASE');
  return { nodes: metric('Nodes'), listeners: metric('JSEventListeners'), detached };
}

test('100 rounds through the store leave no node and no listener behind', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'stored'));
  await page.route('**/api/items', (route) => route.fulfill({ json: items }));
  await page.route('**/api/cart', (route) => route.fulfill({ json: [] }));
  await page.goto('/items');
  await expect(page.getByText('30 items')).toBeVisible();
  await hydrated(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('DOM.enable');

  await walk(page, 5);
  const before = await measure(devtools);
  await walk(page, 100);
  // Polled, because the browser lets go of the last screen when it pleases; a leak of one node a round would stay.
  await expect.poll(async () => (await measure(devtools)).detached).toEqual([]);
  await expect.poll(async () => (await measure(devtools)).nodes).toBeLessThanOrEqual(before.nodes);
  await expect.poll(async () => (await measure(devtools)).listeners).toBeLessThanOrEqual(before.listeners);
});
