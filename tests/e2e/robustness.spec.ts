import type { Page } from '@playwright/test';
import { messages } from '../../src/store/messages';
import { fillCart } from '../support/fillCart';
import { expect, refusedCalls, test } from '../support/fixtures';
import { homeHeading } from '../support/screens';

// What other people's browsers, extensions and scripts do to the store.
test.use({ allowErrors: refusedCalls });

test('a page translated by the browser keeps working, with correct numbers', async ({
  page,
  shopper,
  backend,
}) => {
  const token = await fillCart(backend, { 'Desk Lamp': 2, 'Stoneware Mug': 3 });
  await page.addInitScript((token) => localStorage.setItem('token', token), token);
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(60);
  await translate(page);
  await page.getByLabel('Category').fill('Toys');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('6 items')).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await shopper.expectAlerts(messages.addToCart.success);
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Desk Lamp')).toBeVisible();
  await translate(page);
  // Another device adds two mugs.
  await fillCart(backend, { 'Stoneware Mug': 2 });
  await page.getByRole('button', { name: 'Remove' }).first().click();
  // Screen readers hear its name once more.
  await expect(page.locator('.cart-line', { hasText: 'Desk Lamp' })).toHaveCount(0);
  await expect(page.getByText('Quantity: 5')).toBeVisible();
  await translate(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
});

/** Replaces every text with an element, as the translation of Chrome does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  });

test('names and descriptions take their direction from their text', async ({ page }) => {
  await page.goto('/items');
  for (const text of ['.name', '.description'])
    await expect(page.locator(`article ${text}`).first()).toHaveCSS('unicode-bidi', 'plaintext');
});

test('a response that arrives while the device sleeps counts, also just before the timeout', async ({
  page,
  shopper,
  backend,
}) => {
  await page.clock.install();
  await shopper.logIn();
  // From here on, time passes only where the test says so.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const { held, release } = backend.hold('/cart/add');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await held;
  // Just before the timeout
  await page.clock.runFor(9500);
  // As after sleep: overdue timers run first, and only once.
  await page.clock.fastForward(60_000);
  release();
  await shopper.expectAlerts(messages.login.success, messages.addToCart.success);
});

test('repeated and trailing slashes open the items on a host that does not redirect', async ({
  page,
  baseURL,
  shopper,
}) => {
  for (const address of ['//items?category=Toys', '/items/?category=Toys']) {
    await page.route(`${baseURL}${address}`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${baseURL}/items?category=Toys` }) }),
    );
    await page.goto(`${baseURL}${address}`);
    await expect(page).toHaveURL('/items?category=Toys');
    await expect(page.locator('article')).toHaveCount(6);
  }
  expect(shopper.calls()).toEqual(['GET /items?category=Toys', 'GET /items?category=Toys']);
});

test('a page with credentials in its address calls the API', async ({ page, shopper }) => {
  await page.goto('/login');
  const address = new URL(page.url());
  Object.assign(address, { username: 'staging', password: 'secret' });
  await page.goto(address.href);
  await shopper.submitLogin();
  await expect(page.locator('article')).toHaveCount(60);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/items');
    expect(await page.locator('noscript').textContent()).toBe('This store needs JavaScript.');
    await expect(page.getByText('Logout')).toBeHidden();
  });
});
