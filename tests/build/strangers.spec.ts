import type { Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { homeHeading } from '../support/screens';

/** What strangers did to the store: their browsers, their extensions, their data. */
test.use({ allowErrors: refusedCalls });

const lamp = { item: { _id: 'lamp', name: 'Desk Lamp', price: 39 }, quantity: 2 };
const mugs = (quantity: number) => ({ item: { _id: 'mug', name: 'Mug', price: 10 }, quantity });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Puts every text into an element of its own, as browsers do that translate a page. */
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

test('a page that the browser translates goes on working', async ({ page, alerts }) => {
  let lines = [lamp, mugs(3)];
  await page.route('**/api/cart', (route) => route.fulfill({ json: lines }));
  await page.route('**/api/cart/add', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/cart/remove', (route) => {
    // Another device has added mugs.
    lines = lines.length > 1 ? [mugs(5)] : [];
    return route.fulfill({ json: {} });
  });
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(60);
  await translate(page);
  await page.getByLabel('Category').fill('Toys');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.locator('article')).toHaveCount(6);
  await translate(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect.poll(() => alerts).toEqual(['Item added to cart!']);
  await translate(page);
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Desk Lamp')).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await expect(page.getByText('Desk Lamp')).toHaveCount(0);
  for (const text of ['Quantity: 5', /Line total: \D*50\D00/])
    await expect(page.getByText(text)).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/Subtotal\D*50\D00\D*Items\D*5/);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await translate(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(heading(page, homeHeading)).toBeVisible();
});

test('a button of another script, pressed before the bundle is there, is pressed once', async ({ page }) => {
  const releaseBundle = await holdBundle(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = 'Chat: 0';
    button.addEventListener('click', () => {
      button.textContent = `Chat: ${Number(button.textContent?.slice(6)) + 1}`;
    });
  });
  await page.getByRole('button', { name: 'Chat' }).click();
  releaseBundle();
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Chat' })).toHaveText('Chat: 1');
});

test('an address with a slash at its end is the screen without one', async ({ page, calls }) => {
  await page.route(/items\/\?/, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/?', '?') }) }),
  );
  const releaseBundle = await holdBundle(page);
  await page.goto('/items/?category=Toys', { waitUntil: 'commit' });
  await page.getByLabel('Min Price').fill('10');
  releaseBundle();
  await expect(page.locator('article')).toHaveCount(6);
  await expect(page).toHaveURL('/items?category=Toys');
  await expect(page.getByLabel('Min Price')).toHaveValue('10');
  await expect(page.getByRole('link', { name: 'Items', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(calls).toEqual(['GET /items?category=Toys']);
});

test('a page whose address has a name and a password in it calls its API', async ({ page }) => {
  await page.goto('/login');
  const address = new URL(page.url());
  Object.assign(address, { username: 'staging', password: 'secret' });
  await page.goto(address.href);
  await page.getByLabel('Email').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.locator('article')).toHaveCount(60);
});

test.describe('an extension that breaks requests', () => {
  test.use({ allowErrors: /./ });
  test('is a failure like any other, and shows', async ({ page, alerts }) => {
    await page.addInitScript(() => {
      window.Request = class {
        constructor() {
          throw new TypeError('Not in my page.');
        }
      } as unknown as typeof Request;
    });
    await page.goto('/cart');
    await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
    expect(alerts).toEqual(['Please login to view your cart.']);
  });
});

const notice = 'This page could not be loaded completely. Please reload it.';

for (const [name, bundle] of [
  ['has a syntax that the browser does not know', 'const = 1;'],
  ['breaks off', 'throw new Error("Nothing works.");'],
] as const) {
  test.describe(() => {
    test.use({ allowErrors: /./ });
    test(`a bundle that comes and ${name} is said once`, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: bundle }),
      );
      await page.goto('/signup');
      await expect(page.getByRole('alert')).toHaveText(notice);
    });
  });
}

test.describe(() => {
  test.use({ allowErrors: /./ });
  test("of other people's scripts that fail, before and after the store runs, the shopper hears nothing", async ({
    page,
  }) => {
    const filename = 'chrome-extension://stranger/x.js';
    const fail = (filename: string) => dispatchEvent(new ErrorEvent('error', { filename }));
    await page.addInitScript((filename) => {
      addEventListener('DOMContentLoaded', () => dispatchEvent(new ErrorEvent('error', { filename })));
    }, filename);
    await page.route('**/stranger.js', (route) => route.abort());
    await page.route('**/signup', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</body>', '<script src="/stranger.js"></script></body>');
      await route.fulfill({ response, body });
    });
    const release = await holdBundle(page);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/stranger.js'));
    await page.goto('/signup', { waitUntil: 'commit' });
    await failed;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(notice)).toHaveCount(0);
    release();
    await page.getByRole('link', { name: 'Items' }).click();
    await expect(page.locator('article')).toHaveCount(60);
    await page.evaluate(fail, filename);
    // Nor of the store's own, once it runs: a press that fails does not take the page down.
    const bundle = await page.locator('script[type=module]').getAttribute('src');
    await page.evaluate(fail, new URL(String(bundle), page.url()).href);
    await expect(page.getByText(notice)).toHaveCount(0);
  });
});

test('a bundle that does not come is said, and what was written stays', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/signup');
  await expect(page.getByRole('alert')).toHaveText(notice);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says that it needs it', async ({ page }) => {
    await page.goto('/items');
    await expect(page.locator('noscript')).toBeVisible();
    expect(await page.locator('noscript').textContent()).toBe('This store needs JavaScript.');
  });
});

test('the longest names and prices fit a phone', async ({ page }) => {
  const item = { _id: 'long', name: 'W'.repeat(5000), price: 1e308 };
  const more = { description: item.name, category: item.name };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/api/items', (route) => route.fulfill({ json: [{ ...item, ...more }] }));
  await page.route('**/api/cart', (route) => route.fulfill({ json: [{ item, quantity: 1e308 }] }));
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto('/items');
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  expect(await overflow()).toBe(0);
  await page.goto('/cart');
  await expect(page.getByText('Subtotal')).toBeVisible();
  expect(await overflow()).toBe(0);
});
