import type { Page, Route } from '@playwright/test';
import type { EndpointName } from '../../src/store/messages';
import { expect, refusedCalls, test } from '../support/fixtures';

/** The part of the table in src/app/faults.test.tsx that only a browser can show: real connections, and the early call. */
test.use({ allowErrors: refusedCalls });

const faults = {
  'no connection': (route: Route) => route.abort(),
  'no answer within 10 seconds': () => {},
  'status 401': (route: Route) => route.fulfill({ status: 401, json: { message: 'Refused' } }),
  'status 500': (route: Route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'a page': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>Welcome' }),
  'no content': (route: Route) => route.fulfill({ status: 204 }),
  'half of an answer': (route: Route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"token": "ab' }),
};
type Fault = keyof typeof faults;

type Situation = {
  call: string;
  address: string;
  /** How the shopper comes back to the screen for the next fault; without, by opening it anew: its call leaves before the bundle. */
  comeBack?: (page: Page) => Promise<unknown>;
  /** What the shopper does; opening the screen is enough for the lists. */
  act?: (page: Page) => Promise<void>;
  /** The alert of a failure. */
  alert?: string;
  /** What a failure leaves as it was. */
  keeps: (page: Page) => Promise<void>;
  /** The same on a healthy backend. */
  again: (page: Page) => Promise<void>;
  /** Faults that are none, because the body of the answer counts for nothing: the alert, and what is seen then. */
  harmless?: { alert?: string; shows: string };
};

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const lamp = { item: { _id: 'lamp', name: 'Desk Lamp', price: 39 }, quantity: 1 };

const form = (address: string, button: string, fields: Record<string, string>): Omit<Situation, 'alert'> => ({
  call: `/api/auth${address}`,
  address,
  comeBack: (page) => page.goBack(),
  async act(page) {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    await press(button)(page);
  },
  async keeps(page) {
    for (const [label, text] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  },
  async again(page) {
    await page.route(`**/api/auth${address}`, (route) => route.fulfill({ json: { token: 'new' } }));
    await press(button)(page);
    await expect(page).toHaveURL('/items');
  },
});

const situations: Record<EndpointName, Situation> = {
  signup: {
    ...form('/signup', 'Signup', { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse' }),
    alert: 'Signup failed. Please try again.',
  },
  login: {
    ...form('/login', 'Login', { Email: 'ada@example.com', Password: 'correct horse' }),
    alert: 'Login failed. Please check your credentials.',
  },
  getItems: {
    call: '/api/items?category=Books',
    address: '/items?category=Books',
    async keeps(page) {
      await expect(page.getByRole('alert')).toContainText('The items could not be loaded.');
      await expect(page.getByLabel('Category')).toHaveValue('Books');
    },
    async again(page) {
      await press('Try again')(page);
      await expect(page.getByText('7 items')).toBeVisible();
    },
  },
  getCart: {
    call: '/api/cart',
    address: '/cart',
    alert: 'Please login to view your cart.',
    async keeps(page) {
      await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
      await expect(page.getByText('Your cart is empty.')).toHaveCount(0);
    },
    async again(page) {
      await page.route('**/api/cart', (route) => route.fulfill({ json: [lamp] }));
      await page.getByRole('link', { name: 'Cart' }).click();
      await expect(page.getByRole('heading', { name: 'Desk Lamp' })).toBeVisible();
    },
  },
  addToCart: {
    call: '/api/cart/add',
    address: '/items?category=Kitchen&priceMin=18&priceMax=20',
    comeBack: async () => 'The shopper has stayed.',
    act: press('Add to Cart'),
    alert: 'Please login to add items to cart.',
    keeps: (page) => expect(page.getByLabel('Category')).toHaveValue('Kitchen'),
    async again(page) {
      await page.route('**/api/cart/add', (route) => route.fulfill({ json: {} }));
      const added = page.waitForResponse('**/api/cart/add');
      await press('Add to Cart')(page);
      expect((await added).ok()).toBe(true);
    },
    harmless: { alert: 'Item added to cart!', shows: '1 item' },
  },
  removeFromCart: {
    call: '/api/cart/remove',
    address: '/cart',
    comeBack: (page) => page.getByRole('link', { name: 'Cart' }).click(),
    act: press('Remove'),
    alert: 'Error removing item.',
    keeps: (page) => expect(page.getByRole('heading', { name: 'Desk Lamp' })).toBeVisible(),
    async again(page) {
      await page.route('**/api/cart/remove', (route) => route.fulfill({ json: {} }));
      await page.route('**/api/cart', (route) => route.fulfill({ json: [] }));
      await press('Remove')(page);
      await expect(page.getByText('Your cart is empty.')).toBeVisible();
    },
    harmless: { shows: 'Your cart is empty.' },
  },
};

for (const { call, address, comeBack, act, alert, keeps, again, harmless } of Object.values(situations))
  test(`${call}: each fault is told once, leaves the rest as it was, and can be tried again`, async ({
    page,
    alerts,
  }) => {
    await page.addInitScript(() => localStorage.setItem('token', 'stored'));
    await page.clock.install();
    for (const [index, fault] of (Object.keys(faults) as Fault[]).entries())
      await test.step(fault, async () => {
        const isHarmless = harmless && ['no content', 'half of an answer'].includes(fault);
        let lines = [lamp];
        await page.route('**/api/cart', (route) => route.fulfill({ json: lines }));
        await page.route(`**${call}`, (route) => {
          if (isHarmless) lines = [];
          return faults[fault](route);
        });

        const sent = page.waitForRequest(`**${call}`);
        if (index && comeBack) await comeBack(page);
        else await page.goto(address);
        await act?.(page);
        await sent;
        if (fault === 'no answer within 10 seconds') {
          // Only a call that the bundle has taken over has its ten seconds.
          await expect.poll(() => page.evaluate('window.early?.call === undefined')).toBe(true);
          await page.clock.fastForward(10_000);
        }

        const expected = isHarmless ? harmless.alert : alert;
        await expect.poll(() => alerts).toEqual(expected ? [expected] : []);
        if (isHarmless) {
          await expect(page.getByText(harmless.shows, { exact: true }).first()).toBeVisible();
        } else {
          await keeps(page);
          await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
          await expect(page.locator('[aria-disabled=true], [aria-busy=true]')).toHaveCount(0);
          expect(alerts).toHaveLength(expected ? 1 : 0);
          await page.unroute(`**${call}`);
          await again(page);
          // No fault may end with an alert open.
          if (harmless?.alert) await expect.poll(() => alerts).toEqual([alert, harmless.alert]);
        }
        await page.unrouteAll();
        alerts.length = 0;
      });
  });
