import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, refusedCalls, test } from '../support/fixtures';

test.use({ bypassCSP: true, allowErrors: refusedCalls });

const full = ['node_modules/bootstrap/dist/css/bootstrap.min.css', 'src/app/theme.css']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const purged = /<style>(.*?)<\/style>/s.exec(readFileSync('dist/index.html', 'utf8'))?.[1] ?? '';

const lamp = { item: { _id: 'lamp', name: 'Desk Lamp', price: 39 }, quantity: 2 };
const gone = { item: null, quantity: 1 };
const button = (page: Page, name: string) => page.getByRole('button', { name }).first();
const signIn = (page: Page) => page.addInitScript(() => localStorage.setItem('token', 'stored'));

/** Every look of the store: how it comes about, and what shows that it is there. */
const states: Record<string, (page: Page) => Promise<string>> = {
  home: (page) => open(page, '/', 'Welcome to Our Store!'),
  signup: (page) => open(page, '/signup', 'Create Your Account'),
  login: (page) => open(page, '/login', 'Login to Your Account'),
  items: (page) => open(page, '/items', '60 items'),
  'no items': (page) => open(page, '/items?category=None', 'No items match these filters.'),
  'a failed cart': (page) => open(page, '/cart', 'Your cart could not be loaded.'),
  'an unknown address': (page) => open(page, '/nowhere', 'Page not found'),
  async 'a failed list'(page) {
    await page.route('**/api/items', (route) => route.abort());
    return open(page, '/items', 'The items could not be loaded.');
  },
  async 'a list that loads'(page) {
    await page.route('**/api/items', () => {});
    return open(page, '/items', 'Loading items…');
  },
  async 'a list that loads again'(page) {
    await open(page, '/items', '60 items');
    await page.route('**/api/items*', () => {});
    await button(page, 'Apply Filters').click();
    return 'Loading items…';
  },
  async 'a cart that loads'(page) {
    await page.route('**/api/cart', () => {});
    return open(page, '/cart', 'Your Shopping Cart');
  },
  async 'an empty cart'(page) {
    await page.route('**/api/cart', (route) => route.fulfill({ json: [] }));
    return open(page, '/cart', 'Your cart is empty.');
  },
  async 'a filled cart of a shopper'(page) {
    await signIn(page);
    await page.route('**/api/cart', (route) => route.fulfill({ json: [lamp, gone] }));
    return open(page, '/cart', 'Item no longer available');
  },
  async 'a removal under way'(page) {
    await page.route('**/api/cart', (route) => route.fulfill({ json: [lamp] }));
    await page.route('**/api/cart/remove', () => {});
    await open(page, '/cart', 'Desk Lamp');
    await button(page, 'Remove').click();
    await page.locator('.spinner-border').waitFor();
    return 'Desk Lamp';
  },
  async 'an addition under way'(page) {
    await page.route('**/api/cart/add', () => {});
    await open(page, '/items?category=Toys', '6 items');
    await button(page, 'Add to Cart').click();
    await page.locator('.spinner-border').waitFor();
    return '6 items';
  },
  async 'a pointer on a card'(page) {
    await open(page, '/items?category=Toys', '6 items');
    await page
      .locator('article')
      .first()
      .hover({ position: { x: 5, y: 40 } });
    return '6 items';
  },
  async 'a pointer on a button'(page) {
    await open(page, '/items?category=Toys', '6 items');
    await button(page, 'Add to Cart').hover();
    return '6 items';
  },
  async 'a pointer on a link'(page) {
    await open(page, '/login', 'Login to Your Account');
    await page.getByRole('main').getByRole('link').hover();
    return 'Login to Your Account';
  },
  async 'a skip link with focus'(page) {
    await open(page, '/', 'Welcome to Our Store!');
    await page.keyboard.press('Tab');
    return 'Skip to main content';
  },
  // Not by a press on Login: the browser's own bubble would be in the picture, and fade.
  async 'invalid fields and a focused button'(page) {
    await open(page, '/login', 'Login to Your Account');
    await page.getByLabel('Email').fill('no email');
    await page.getByLabel('Email').blur();
    await button(page, 'Show').focus();
    return 'Login to Your Account';
  },
  async 'the list on paper'(page) {
    await page.emulateMedia({ media: 'print' });
    return open(page, '/items?category=Toys', 'Explore Our Items');
  },
  async 'forced colours'(page) {
    await page.emulateMedia({ forcedColors: 'active' });
    return open(page, '/items?category=Toys', '6 items');
  },
};

async function open(page: Page, address: string, text: string) {
  await page.goto(address);
  // The bundle is there: only it knows the auth links.
  await expect(page.locator('header').getByText(/^(Login|Logout)$/)).toBeAttached();
  return text;
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    for (const [state, reach] of Object.entries(states))
      test(`${state}, ${colorScheme}, ${width} px: as with the full styles, pixel for pixel`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        await expect(page.getByText(await reach(page)).first()).toBeVisible();
        const style = page.locator('head style');
        const shootWith = async (css: string) => {
          await style.evaluate((element, text) => element.replaceChildren(text), css);
          return page.screenshot({ fullPage: true, animations: 'disabled' });
        };
        // Playwright's comparison, because Chromium draws a rounded corner now and then a shade lighter.
        const name = 'full.png';
        const path = test.info().snapshotPath(name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, await shootWith(full));
        expect(await shootWith(purged)).toMatchSnapshot(name, { threshold: 0.1, maxDiffPixels: 0 });
      });
