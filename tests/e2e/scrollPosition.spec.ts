import { expect, test } from '../support/fixtures';
import type { Shopper } from '../support/shopper';

/** Waits for the whole list, and then for the position. */
async function expectPosition(shopper: Shopper, position: number, after: string) {
  await expect.poll(() => shopper.evaluate(() => document.querySelectorAll('article').length)).toBe(60);
  const findPosition = async () => {
    const found = Math.round(await shopper.evaluate(() => scrollY));
    // Cards are fractions of a pixel high, so a browser may round another way.
    return Math.abs(found - position) <= 1 ? position : found;
  };
  await expect.poll(findPosition, after).toBe(position);
}

/** Scrolls down by a share of the page. Returns the position. */
const scrollDown = (shopper: Shopper, share: number) =>
  shopper.evaluate((share) => {
    scrollTo(0, share * document.documentElement.scrollHeight);
    return Math.round(scrollY);
  }, share);

for (const [width, height, share] of [
  [1280, 800, 0.8],
  [360, 780, 0.2],
] as const)
  test(`${width} px: a reload, and Back from another page, return to the same place in the list`, async ({
    shopper,
  }) => {
    await shopper.open('/items');
    await shopper.resize(width, height);
    await expectPosition(shopper, 0, 'at first');
    const position = await scrollDown(shopper, share);
    await shopper.reload();
    await expectPosition(shopper, position, 'after a reload');
    await shopper.open('/robots.txt');
    await shopper.back();
    await expectPosition(shopper, position, 'after Back');
  });

test('Back from another screen that was reloaded returns to the same place in the list', async ({
  shopper,
}) => {
  await shopper.open('/items');
  await expectPosition(shopper, 0, 'at first');
  const position = await scrollDown(shopper, 0.8);
  // Before its click, Playwright would scroll.
  await shopper.evaluate(() => document.querySelector<HTMLElement>('nav a')?.click());
  await shopper.expectText('Browse our items');
  await shopper.reload();
  await shopper.expectHydrated();
  await shopper.evaluate(() => history.back());
  await expectPosition(shopper, position, 'after Back');
});

test('a reload returns to the same place even if the list arrives after the page has loaded', async ({
  shopper,
  backend,
}) => {
  await shopper.open('/items');
  await expectPosition(shopper, 0, 'at first');
  const position = await scrollDown(shopper, 0.8);
  const { held, release } = backend.hold('/items');
  await shopper.reload();
  await held;
  await shopper.expectHydrated();
  await shopper.expectText('Loading items…');
  release();
  await expectPosition(shopper, position, 'after the reload');
});
