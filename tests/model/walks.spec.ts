import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { test as base } from '../support/fixtures';
import { isForBrowsers, openBrowserTab, startWalksSite, type WalksSite } from './browser';
import { checkWalk } from './walk';

const walks = Number(process.env.WALKS ?? 1);
// The same walks at each run, so that what is red was made red by a change; other seeds are for looking further.
const seed = Number(process.env.SEED ?? 1);

const test = base.extend<object, { site: WalksSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
    async ({}, use) => {
      const site = await startWalksSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

// Calls fail here in every way, but no page may differ from what React draws.
test.use({ allowErrors: /^(?!.*React error)/s });

for (let nth = 0; nth < walks; nth++) {
  // Without its seed, which the worker that runs it would choose anew; a walk that fails names it.
  test(`settled walk ${nth + 1}`, async ({ shopper, site }) => {
    await checkWalk('settled', seed + nth, () => openBrowserTab(shopper, site), { allows: isForBrowsers });
  });

  test(`held walk ${nth + 1}`, { tag: '@chromium' }, async ({ page, shopper, site }) => {
    const whiles = fc.sample(fc.nat(600), { seed: seed + nth, numRuns: 30 });
    let held = Promise.resolve();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const hold = () => {
      held = setTimeout(whiles.pop());
    };
    const openTab = async () => ({ ...(await openBrowserTab(shopper, site)), hold });
    await checkWalk('held', seed + nth, openTab, { allows: isForBrowsers });
  });
}
