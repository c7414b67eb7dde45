import type { CDPSession } from '@playwright/test';
import { expect, logIn, test } from '../support/fixtures';

const screens = [
  ['Home', 'Welcome to Our Store!'],
  ['Items', 'Explore Our Items'],
  ['Cart', 'Your Shopping Cart'],
] as const;

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
  test.setTimeout(180_000);
  await logIn(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('DOM.enable');

  async function walk(rounds: number) {
    for (let round = 0; round < rounds; round++) {
      for (const [link, title] of screens) {
        await page.getByRole('link', { name: link, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      }
      await expect(page.getByText('Your cart is empty.')).toBeVisible();
    }
  }
  await walk(5);
  const before = await measure(devtools);
  await walk(100);
  // Polled, because the browser lets go of the last screen when it pleases; a leak of one node a round would stay.
  await expect.poll(async () => (await measure(devtools)).detached).toEqual([]);
  await expect.poll(async () => (await measure(devtools)).nodes).toBeLessThanOrEqual(before.nodes);
  await expect.poll(async () => (await measure(devtools)).listeners).toBeLessThanOrEqual(before.listeners);
});
