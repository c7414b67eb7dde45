import { blockStorage, expect, logIn, refusedCalls, test } from '../support/fixtures';

test.use({
  allowErrors: new RegExp(`${refusedCalls.source}|^There is no scenario|^This is no state|rows left out`),
});

test('the panel switches the scenario, which stays for the tab and shows in the calls', async ({ page }) => {
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  const summary = page.getByText('Mock: normal');
  await summary.click();
  const calls = page.getByRole('list', { name: 'Latest calls' });
  await expect(calls.getByText('GET /items')).toBeVisible();
  await expect(calls.getByText(/^\d+ ms ✓$/)).toBeVisible();

  await page.getByLabel('Scenario').selectOption('server-error');
  await expect(page.getByText('The backend is broken: 500.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The items could not be loaded.')).toBeVisible();
  await page.getByText('Mock: server-error').click();
  await expect(calls.getByText('500', { exact: true })).toBeVisible();

  await page.getByLabel('Scenario').selectOption('wrong-type');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(calls.getByText(/getItems: the value must be array .*but is \{"data"/)).toBeVisible();

  await page.getByLabel('Scenario').selectOption('normal');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('60 items')).toBeVisible();
});

test('the panel adds latency, logs the demo account in, and resets the data', async ({ page, alerts }) => {
  // The open panel covers no card.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  await page.getByText('Mock: normal').click();
  await page.getByRole('button', { name: 'Use the demo account' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText('60 items')).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect.poll(() => alerts).toEqual(['Item added to cart!']);

  await page.getByLabel('Latency, ms').fill('300');
  await page.getByLabel('Latency, ms').blur();
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Loading your cart…')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible();
  const time = await page.getByRole('list', { name: 'Latest calls' }).getByText(/ms ✓/).first().textContent();
  expect(Number.parseInt(time ?? '', 10)).toBeGreaterThanOrEqual(300);

  await page.getByRole('button', { name: 'Reset data' }).click();
  // The page is new, and its cart refused: an alert that meets the next navigation would hold it up for good.
  await expect.poll(() => alerts.at(-1)).toBe('Please login to view your cart.');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logIn(page);
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});

test('the console switches scenarios too, and a wrong name lists the right ones', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto('/items?mock=slwo');
  await expect(page.getByText('60 items')).toBeVisible();
  expect(warnings).toEqual([
    expect.stringMatching(/There is no scenario "slwo". Choose one of: normal, slow, .*flaky-cart/),
  ]);
  const use = (name: string) => page.evaluate(`mock.use(${JSON.stringify(name)})`);
  await expect(use('offline:nothing')).rejects.toThrow(
    /There is no operation "nothing". Choose one of: signup, login/,
  );
  await use('no-items');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('No items match these filters.')).toBeVisible();
});

test('a stored state that is unreadable is forgotten with a warning', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.addInitScript(() =>
    localStorage.setItem('mock-backend', localStorage.getItem('mock-backend') ?? 'junk'),
  );
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  expect(warnings).toEqual(['This is no state of the mock backend. It starts anew.']);
});

test('there are 10,000 items to try long lists with, and hostile ones are inert text', async ({ page }) => {
  await page.goto('/items?mock=many-items');
  await expect(page.getByText('10000 items')).toBeVisible();
  await page.goto('/items?mock=hostile-items');
  await expect(page.getByText('8 items')).toBeVisible();
  await expect(page.getByRole('heading', { name: '<img src=x onerror="alert(1)">' })).toBeVisible();
  expect(await page.locator('main img, main script').count()).toBe(0);
});

test.describe('where the page may not use what the mock needs', () => {
  test.use({ allowErrors: /Browsers allow service workers|Access is denied/ });

  for (const [what, forbid] of [
    [
      'service workers, as on an insecure origin',
      () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }),
    ],
    ['storage, as with all cookies blocked', blockStorage],
  ] as const)
    test(`without ${what}: the page says what to do`, async ({ page }) => {
      await page.addInitScript(forbid);
      await page.goto('/');
      await expect(page.getByText(/needs a service worker and storage.*npm run mock/)).toBeVisible();
    });
});
