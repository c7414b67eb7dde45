import { test as base } from '../support/fixtures';
import { isForBrowsers, openBrowserTab, startWalksSite } from './browser';
import { checkWalks } from './walk';

const walks = Number(process.env.WALKS ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const test = base.extend<object, { site: Awaited<ReturnType<typeof startWalksSite>> }>({
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

test.use({ allowErrors: /./ });

for (let nth = 0; nth < walks; nth++) {
  test(`a settled walk, SEED=${seed + nth}`, async ({ shopper, site }) => {
    await checkWalks(
      'settled',
      { walks: 1, seed: seed + nth, isShortened: false, allows: isForBrowsers },
      () => openBrowserTab(shopper, site),
    );
  });
}
