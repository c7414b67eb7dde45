import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { demoAccount } from '../../mocks/demoAccount';
import { crashList, expect, refusedCalls, test } from '../support/fixtures';
import { headings, homeHeading } from '../support/screens';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules for WCAG 2.2 A and AA and for best practice. */
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those whose outcome a change of colours can change. */
const colours = ['color-contrast', 'link-in-text-block'];

type State = {
  address: string;
  /** Shows that the state is there. */
  text: string;
  /** Leads to the state from the address. */
  act?: (page: Page) => Promise<void>;
  /** Whose navigation is above it, if not the visitor's. */
  who?: 'shopper';
};

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

async function fillAndPress(page: Page, name: string) {
  for (const input of await page.locator('form input').all()) await input.fill('ada@example.com');
  await press(name)(page);
}

const states: Record<string, State> = {
  ...Object.fromEntries(Object.entries(headings).map(([address, text]) => [address, { address, text }])),
  // A few cards: the others are like them.
  '/items': { address: '/items?category=Books', text: '7 items' },
  '/cart': { address: '/cart', text: 'Your cart is empty.', who: 'shopper' },
  'signup, pending': {
    address: '/signup?mock=hang',
    text: 'Create Your Account',
    act: (page) => fillAndPress(page, 'Signup'),
  },
  'login, refused by the browser': { address: '/login', text: 'Login to Your Account', act: press('Login') },
  'login, password shown': { address: '/login', text: 'Login to Your Account', act: press('Show') },
  crash: {
    address: '/',
    text: homeHeading,
    async act(page) {
      await page.evaluate(crashList);
      await page.getByRole('link', { name: 'Items', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    },
  },
  'items, mock panel open': {
    address: '/items?category=Books',
    text: '7 items',
    act: (page) => page.getByText('Mock: normal').click(),
  },
  'items, loading': { address: '/items?mock=hang', text: 'Loading items…' },
  'items, failed': { address: '/items?mock=server-error', text: 'The items could not be loaded.' },
  'items, none': { address: '/items?priceMin=9&priceMax=1', text: 'Min Price is higher than Max Price.' },
  'items, adding': {
    address: '/items?category=Books&mock=hang:addToCart',
    text: '7 items',
    act: press('Add to Cart'),
    who: 'shopper',
  },
  'cart, loading': { address: '/cart?mock=hang', text: 'Loading your cart…' },
  'cart, failed': { address: '/cart?mock=server-error', text: 'Your cart could not be loaded.' },
  'cart, filled': { address: '/cart', text: 'Subtotal', who: 'shopper' },
  'cart, removing': {
    address: '/cart?mock=hang:removeFromCart',
    text: 'Subtotal',
    act: press('Remove'),
    who: 'shopper',
  },
};

test.use({
  allowErrors: new RegExp(`${refusedCalls.source}|broken on purpose|React`),
  contextOptions: { reducedMotion: 'reduce' },
});

for (const who of ['visitor', 'shopper'])
  test(`axe finds nothing in any state of a ${who}`, async ({ page }) => {
    const own = Object.entries(states).filter(([, state]) => (state.who ?? 'visitor') === who);
    for (const [name, { address, text, act }] of own)
      await test.step(name, async () => {
        if (who === 'shopper') await signIn(page, text.startsWith('Subtotal') ? 2 : 0);
        await page.goto(address);
        await expect(page.getByText(text).first()).toBeAttached();
        await act?.(page);
        expect.soft(await findings(page), name).toEqual({});
        // The next state begins as in a new browser.
        await page.evaluate(() => {
          sessionStorage.clear();
          localStorage.clear();
        });
      });
  });

test('axe finds what is wrong at one width or in one colour scheme alone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Signup' })).toBeVisible();
  await page.addStyleTag({
    content: `
      @media (prefers-color-scheme: dark) and (width < 1000px) { h1 { color: #222 !important } }
      @media (width > 1000px) { h1 { display: none } }`,
  });
  expect(await findings(page)).toEqual({
    '360 px, dark': [expect.stringMatching('^color-contrast: <h1')],
    '1280 px, light': [expect.stringMatching('^page-has-heading-one')],
  });
});

/** What axe finds in the page, by width and colour scheme. */
async function findings(page: Page) {
  await page.evaluate(axe);
  const found: Record<string, string[]> = {};
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, runOnly] of [
      ['light', all],
      ['dark', colours],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const lines = await page.evaluate(async (runOnly) => {
        const { axe } = window as unknown as { axe: typeof axeCore };
        const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }, runOnly as string[]);
      if (lines.length) found[`${width} px, ${colorScheme}`] = lines;
    }
  }
  return found;
}

/** Signs the demo shopper in without the form, with so many mugs in the cart. */
async function signIn(page: Page, mugs: number) {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.evaluate(
    async ({ account, mugs }) => {
      const post = (path: string, body: object, token = '') =>
        fetch(`/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
      const { token } = await (await post('/auth/login', account)).json();
      localStorage.setItem('token', token);
      const [mug] = await (await fetch('/api/items')).json();
      if (mugs) await post('/cart/add', { itemId: mug._id, quantity: mugs }, token);
    },
    { account: { email: demoAccount.email, password: demoAccount.password }, mugs },
  );
}
