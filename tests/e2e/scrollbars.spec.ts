import { chromiumOptions } from '../../tools/lib/chromium';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';

// Playwright hides scrollbars.
test.use({
  launchOptions: { ...chromiumOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
  allowErrors: refusedCalls,
});

test('with classic scrollbars, no screen jumps sideways from one to the next', async ({ page, shown: _ }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const lefts = new Set<number>();
  for (const address of ['/', '/items', '/cart']) {
    await page.goto(address);
    await hydrated(page);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    lefts.add((await page.getByRole('link', { name: 'Home', exact: true }).boundingBox())?.x ?? 0);
  }
  expect([...lefts]).toHaveLength(1);
});
