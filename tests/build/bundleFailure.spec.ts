import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { headings } from '../support/screens';

test.use({ allowErrors: /^Failed to load resource|net::ERR_FAILED/ });

/** The page shows the notice and no loading state, and its buttons are disabled. */
async function expectAtRest(page: Page) {
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded completely.');
  await expect(page.locator('[aria-busy=true], .placeholder')).toHaveCount(0);
  await expect(page.getByText('Loading')).toHaveCount(0);
  for (const button of await page.locator('#root button').all()) await expect(button).toBeDisabled();
}

for (const address of Object.keys(headings)) {
  test(`${address}: if the bundle fails, nothing seems to load or to work`, { tag: '@smoke' }, async ({
    page,
    backend,
  }) => {
    // The backend never responds: only the failure can end the loading state.
    backend.use('hang');
    const fail = await holdBundle(page, 'fails');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    fail();
    await expectAtRest(page);
  });
}

test('first cards that come after the failure can be read, and their buttons are disabled', async ({
  page,
  backend,
}) => {
  const { release } = backend.hold('/items');
  const fail = await holdBundle(page, 'fails');
  await page.goto('/items', { waitUntil: 'commit' });
  fail();
  await expectAtRest(page);
  release();
  await expect(page.getByRole('article')).toHaveCount(24);
  await expect(page.getByRole('status')).toHaveText('60 items');
  await expect(page.getByRole('list').getByRole('listitem').first()).toBeVisible();
  await expectAtRest(page);
  await expectNoGap(page);
});

test('first cards that came before the failure stay, and their buttons are disabled', async ({ page }) => {
  const fail = await holdBundle(page, 'fails');
  await page.goto('/items', { waitUntil: 'commit' });
  await expect(page.getByRole('article')).toHaveCount(24);
  fail();
  await expectAtRest(page);
  await expect(page.getByRole('article')).toHaveCount(24);
  await expect(page.getByRole('status')).toHaveText('60 items');
  await expectNoGap(page);
});

/** No height is reserved for the cards that would follow the first ones. */
async function expectNoGap(page: Page) {
  await expect(page.locator('.cards-to-come')).toHaveJSProperty('offsetHeight', 0);
}
