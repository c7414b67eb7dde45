import { messages } from '../../src/store/messages';
import { responseProblem } from '../support/calls';
import { blockStorage, expect, refusedCalls, test } from '../support/fixtures';

test.use({
  allowErrors: new RegExp(
    `${refusedCalls.source}|^There is no scenario|^latency must|^localStorage, key|${responseProblem.source}`,
  ),
});

test('the panel sets the scenario of this tab and shows the latest calls', async ({ page }) => {
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  const summary = page.getByText('Mock: normal');
  await summary.click();
  const calls = page.getByRole('list', { name: 'Latest calls' });
  await expect(calls.getByText('GET /items')).toBeVisible();
  await expect(calls.getByText(/^\d+ ms$/).first()).toBeVisible();

  await page.getByLabel('Scenario').selectOption('server-error');
  await expect(page.getByText('Every call fails with 500.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The items could not be loaded.')).toBeVisible();
  await page.getByText('Mock: server-error').click();
  await expect(calls.getByText('500', { exact: true }).first()).toBeVisible();

  await page.getByLabel('Scenario').selectOption('wrong-type');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(calls.getByText(/getItems: the value must be array, but is \{"data"/)).toBeVisible();

  await page.getByLabel('Scenario').selectOption('normal');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('60 items')).toBeVisible();
});

test('a tab whose worker Chromium has stopped, because it was hidden for minutes, keeps its mock', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.stopAllWorkers');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByLabel('Category').fill('Toys');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('6 items')).toBeVisible();
});

test('the panel logs in to the demo account, adds latency and resets the data', async ({ page, shopper }) => {
  // On a larger page, the open panel does not cover a card.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  await page.getByText('Mock: normal').click();
  await page.getByRole('button', { name: 'Use the demo account' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText('60 items')).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await shopper.expectAlerts(messages.addToCart.success);

  await page.getByLabel('Latency, ms').fill('300');
  await page.getByLabel('Latency, ms').blur();
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible();
  const time = await page
    .getByRole('list', { name: 'Latest calls' })
    .getByText(/\d ms$/)
    .first()
    .textContent();
  expect(Number.parseInt(time ?? '', 10)).toBeGreaterThanOrEqual(300);

  await page.getByRole('button', { name: 'Reset data' }).click();
  // Wait for the alert of the reloaded cart page: it would block the next navigation.
  await shopper.expectAlerts(messages.addToCart.success, messages.getCart.failure);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await shopper.logIn();
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});

test('mock.use() sets the scenario, and rejects an unknown name with the list of names', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto('/items?mock=slwo');
  await expect(page.getByText('60 items')).toBeVisible();
  expect(warnings).toEqual([
    expect.stringMatching(/There is no scenario "slwo". Choose one of: normal, slow, .*flaky-cart/),
  ]);
  const use = (name: string) => page.evaluate(`mock.use(${JSON.stringify(name)})`);
  await expect(use('offline:nothing')).rejects.toThrow(
    /There is no operation "nothing". Choose one of: .*login, getItems/,
  );
  await use('no-items');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('There are no items yet.')).toBeVisible();

  await use('offline:addToCart');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('60 items')).toBeVisible();
  await expect(page.getByRole('option', { name: 'offline:addToCart' })).toHaveCount(1);
});

test('an invalid stored latency does not stop the mock, and an invalid state is replaced', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.addInitScript(() => {
    sessionStorage.setItem('mock-latency', 'soon');
    localStorage.setItem('mock-backend', localStorage.getItem('mock-backend') ?? 'junk');
  });
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  expect(warnings.toSorted()).toEqual([
    expect.stringMatching(/^latency must be/),
    'localStorage, key "mock-backend": This is not a valid state of the mock backend. It is replaced.',
  ]);
});

test.describe('a browser that denies what the mock needs', () => {
  test.use({ allowErrors: /Browsers allow service workers|Access is denied/ });

  for (const [denied, deny] of [
    [
      'service workers on an insecure origin',
      () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }),
    ],
    ['storage when all cookies are blocked', blockStorage],
  ] as const)
    test(`${denied}: the page explains what to do`, async ({ page }) => {
      await page.addInitScript(deny);
      await page.goto('/');
      await expect(page.getByText(/blocks service workers or storage.*npm run mock/)).toBeVisible();
    });
});

test('in a small window, the panel can be closed, and covers no text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/login');
  const summary = page.getByText('Mock: normal');
  await summary.click();
  await page.getByRole('button', { name: 'Reset data' }).scrollIntoViewIfNeeded();
  expect((await summary.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByRole('button', { name: 'Reset data' }).press('Escape');
  await expect(page.getByRole('button', { name: 'Reset data' })).toBeHidden();
  await expect(summary).toBeFocused();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const footer = await page.getByText('Prices in US dollars.').boundingBox();
  const panel = await page.locator('mock-panel details').boundingBox();
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0);
});
