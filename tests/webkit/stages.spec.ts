import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../support/fixtures';
import { makeGate } from '../support/hold';
import { startBuild } from '../support/hosts';
import type { Shopper } from '../support/shopper';
import { holdPage, stages } from '../support/stages';

declare global {
  interface Window {
    isHeld?: () => number;
    release?: () => void;
  }
}

/** The heart of tests/production/stages.spec.ts. WebKit knows no script before a page's own: what holds the page stands in its bundle. */
const test = base.extend<{ held: Awaited<ReturnType<typeof startBuild>> & { sendBundle: () => void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  held: async ({}, use, testInfo) => {
    const dist = testInfo.outputPath('dist');
    cpSync('dist', dist, { recursive: true });
    const assets = join(dist, 'assets');
    for (const name of readdirSync(assets)) {
      const file = join(assets, name);
      if (name.endsWith('.js')) writeFileSync(file, `(${holdPage})();${readFileSync(file, 'utf8')}`);
      else if (name.endsWith('.js.br')) rmSync(file);
    }
    const { opened, open } = makeGate();
    const site = await startBuild({ dist, scriptsAfter: opened });
    await use({ ...site, sendBundle: open });
    await site.stop();
  },
});
type Held = Parameters<Parameters<typeof test>[2]>[0]['held'];

/** Opens a list behind another one, and holds it. */
async function open(shopper: Shopper, held: Held, stage: string) {
  await shopper.open(`${held.url}/robots.txt#${encodeURIComponent(stage)}`);
  await shopper.look(() => {
    sessionStorage.setItem('stage', decodeURIComponent(location.hash.slice(1)));
    history.replaceState({ key: 'a', idx: 0 }, '', '/items?category=Toys');
    history.pushState({ key: 'b', idx: 1 }, '', '/items?priceMin=5&category=Books');
  });
  await shopper.reload();
  await shopper.sees('7 items');
  held.sendBundle();
  const isAlive = stage === 'the first screen is alive, and its list is being drawn';
  await expect
    .poll(() => shopper.look(() => [!document.querySelector('html.early'), Boolean(window.isHeld?.())]))
    .toEqual(isAlive ? [true, expect.anything()] : [false, true]);
}

const callsOf = ({ backend }: Held) => backend.calls().map(({ call }) => call);

for (const stage of stages.slice(1)) {
  test(`${stage}: written filters, Apply, and Add`, async ({ shopper, held }) => {
    await open(shopper, held, stage);
    await shopper.fill('Category', 'Toys');
    await shopper.press('Apply Filters');
    // Last, since its alert may come at once.
    await shopper.press('Add to Cart');
    await shopper.look(() => window.release?.());
    await shopper.isAt('/items?priceMin=5&category=Toys');
    await shopper.hears('Please login to add items to cart.');
    await shopper.finds({ 'Min Price': '5', 'Max Price': '', Category: 'Toys' });
    await shopper.sees('6 items');
    const [first, ...more] = callsOf(held);
    expect(first).toBe('GET /api/items?priceMin=5&category=Books');
    expect(more.sort()).toEqual(['GET /api/items?priceMin=5&category=Toys', 'POST /api/cart/add']);
  });

  test(`${stage}: Back`, async ({ shopper, held }) => {
    await open(shopper, held, stage);
    // By its own button WebKit would skip a place that no press has led to.
    await shopper.look(() => history.back());
    await shopper.isAt('/items?category=Toys');
    await shopper.look(() => window.release?.());
    await shopper.sees('6 items');
    await shopper.finds({ 'Min Price': '', 'Max Price': '', Category: 'Toys' });
    expect(callsOf(held)).toEqual([
      'GET /api/items?priceMin=5&category=Books',
      'GET /api/items?category=Toys',
    ]);
  });
}
