import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';

test.use({ allowErrors: /^Failed to load resource|net::ERR_FAILED|Redux Toolkit error/ });

const notice = 'This page could not be loaded completely. Please reload it.';

/** The page shows the notice and no loading state, and its buttons are disabled. */
async function expectAtRest(page: Page) {
  await expect(page.getByRole('alert')).toHaveText(notice);
  await expect(page.locator('[aria-busy=true], .placeholder')).toHaveCount(0);
  await expect(page.getByText('Loading')).toHaveCount(0);
  for (const button of await page.locator('#root button').all()) await expect(button).toBeDisabled();
}

// A form, and the screens that load data.
for (const address of ['/login', '/items', '/cart']) {
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

test('after a failure, fields keep their text, Enter does nothing, and links work', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/login');
  await expectAtRest(page);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Email').press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('an empty bundle shows the notice, whose link loads the page again', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript' }));
  // A link to an address with a fragment would only scroll.
  await page.goto('/login#main');
  await expect(page.getByRole('alert')).toHaveText(notice);
  await page.unroute('**/assets/index-*.js');
  await page.getByRole('link', { name: 'reload it' }).click();
  await hydrated(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('if another script breaks the bundle while it starts, the notice shows', async ({ page }) => {
  // Redux Toolkit throws if objects inherit an enumerable property.
  await page.addInitScript(() => Object.assign(Object.prototype, { first: () => {} }));
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText(notice);
});

test('a link that is followed too early cancels the bundle in Chromium, but shows no notice', async ({
  page,
}) => {
  await holdBundle(page);
  await page.goto('/login', { waitUntil: 'commit' });
  // The next page never responds. Playwright cannot evaluate in a page that is being left, but gets its console.
  await page.route('**/cart', () => {});
  await page.evaluate(() => {
    const logAlerts = () => console.log(document.querySelectorAll('[role=alert]').length);
    document.addEventListener('readystatechange', () => {
      // Longer than the notice waits
      if (document.readyState === 'complete') setTimeout(logAlerts, 1500);
    });
  });
  const logged = page.waitForEvent('console', (message) => message.type() === 'log');
  await page.getByRole('link', { name: 'Cart' }).click({ noWaitAfter: true });
  expect((await logged).text()).toBe('0');
});
