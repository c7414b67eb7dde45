import type { Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { messages } from '../../src/store/messages';
import { fillCart } from '../support/fillCart';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import type { Shopper } from '../support/shopper';

/** What a shopper may do before the page is interactive, and how it ends: as if the page were interactive. */
type Act = {
  name: string;
  /** The address that is opened, after the history entry `before`. */
  at: string;
  before?: string;
  isLoggedIn?: boolean;
  /** Whether the act needs the first cards. */
  needsCards?: boolean;
  /** Whether the act also happens while React hydrates. The others do the same to the page. */
  interruptsReact?: boolean;
  act: (page: Page) => Promise<unknown>;
  /** Session, address, API calls, messages, field values, panel titles, and the focused field. */
  ends: (string | undefined)[];
};

const stages = ['the bundle is in flight', 'React starts', 'React hydrates'] as const;
type Stage = (typeof stages)[number];

const filtered = '/items?priceMin=19.5&category=Books';
const follow = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const acts: Act[] = [
  {
    name: 'typing, then Back to other filters',
    before: '/items?category=Toys',
    at: filtered,
    async act(page) {
      await field(page, 'Category').fill('Games');
      await field(page, 'Category').blur();
      await page.goBack({ waitUntil: 'commit' });
    },
    ends: ['visitor', '/items?category=Toys', `GET ${filtered}`, 'GET /items?category=Toys', 'Toys'],
  },
  {
    name: 'Back to another screen',
    before: '/login',
    at: filtered,
    act: (page) => page.goBack({ waitUntil: 'commit' }),
    ends: ['visitor', '/login', `GET ${filtered}`],
  },
  {
    name: 'a link to another screen',
    interruptsReact: true,
    at: filtered,
    act: follow('Cart'),
    ends: [
      'visitor',
      '/cart',
      `GET ${filtered}`,
      'GET /cart',
      messages.getCart.failure,
      'Your cart could not be loaded.',
    ],
  },
  {
    name: 'Apply with filters that were typed',
    interruptsReact: true,
    at: filtered,
    async act(page) {
      await field(page, 'Min Price').fill('');
      await field(page, 'Max Price').fill('40');
      await field(page, 'Category').fill('Toys');
      await press('Apply Filters')(page);
    },
    ends: [
      'visitor',
      '/items?priceMax=40&category=Toys',
      `GET ${filtered}`,
      'GET /items?priceMax=40&category=Toys',
      '40',
      'Toys',
    ],
  },
  {
    name: 'the skip link, then typing',
    at: '/items',
    async act(page) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await field(page, 'Category').fill('Books');
    },
    ends: ['visitor', '/items', 'GET /items', 'Books', 'focus: Category'],
  },
  {
    name: 'typing in every field',
    interruptsReact: true,
    at: filtered,
    async act(page) {
      await field(page, 'Max Price').pressSequentially('7');
      await field(page, 'Category').press('End');
      await page.keyboard.type(' and more');
    },
    ends: ['visitor', filtered, `GET ${filtered}`, '19.5', '7', 'Books and more', 'focus: Category'],
  },
  {
    name: 'Add to Cart',
    interruptsReact: true,
    at: '/items',
    isLoggedIn: true,
    needsCards: true,
    act: press('Add to Cart'),
    ends: ['shopper', '/items', 'GET /items', 'POST /cart/add', messages.addToCart.success],
  },
  {
    name: 'Logout',
    at: '/cart',
    isLoggedIn: true,
    act: press('Logout'),
    ends: [
      'visitor',
      '/cart',
      'GET /cart',
      'GET /cart',
      messages.getCart.failure,
      'Your cart could not be loaded.',
    ],
  },
];

test.use({ allowErrors: refusedCalls });

/** Only Back and Forward make a difference before React renders the first element. */
const stagesOf = ({ before, interruptsReact }: Act) =>
  before ? stages : stages.filter((stage) => stage === stages[0] || (interruptsReact && stage === stages[2]));

for (const tried of acts) {
  const { name, at, before, isLoggedIn, needsCards, act, ends } = tried;
  for (const stage of stagesOf(tried)) {
    test(`${name}, while ${stage}`, { tag: '@smoke' }, async ({ page, shopper, backend }) => {
      const releaseBundle = await holdBundle(page);
      if (stage !== 'the bundle is in flight' && !needsCards) releaseBundle();
      await page.addInitScript(holdHydration);
      await open(page, stage, before ? [before, at] : [at], isLoggedIn ? await fillCart(backend) : '');
      if (needsCards) await expect(page.getByRole('article').first()).toBeVisible();
      if (stage !== 'the bundle is in flight') {
        releaseBundle();
        await expect.poll(() => page.evaluate('isHeld()')).toBe(true);
      }

      await act(page);
      releaseBundle();
      // A link before hydration may have replaced the page.
      await page.evaluate('release()').catch(() => {});
      await expect.poll(() => describePage(page, shopper)).toEqual(ends);
    });
  }
}

test('a password manager that submits the form logs in', { tag: '@smoke' }, async ({ page, shopper }) => {
  const releaseBundle = await holdBundle(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(demoAccount.email);
  await field(page, 'Password').fill(demoAccount.password);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  releaseBundle();
  await shopper.expectAlerts(messages.login.success);
  await expect.poll(shopper.calls).toEqual(['POST /auth/login', 'GET /items']);
});

test.describe('React renders the page again, because another script has changed it', () => {
  test.use({ allowErrors: new RegExp(`${refusedCalls.source}|React error #418`) });

  /** As a password manager does. */
  const addIcons = () => {
    for (const input of document.querySelectorAll('input')) input.after(document.createElement('div'));
  };

  test('typed text and the focus stay', async ({ page }) => {
    const releaseBundle = await holdBundle(page);
    await page.goto(filtered, { waitUntil: 'commit' });
    await field(page, 'Max Price').fill('40');
    await field(page, 'Min Price').fill('');
    await page.evaluate(addIcons);
    releaseBundle();
    await hydrated(page);
    await expect(page.locator('input + div')).toHaveCount(0);
    await expect(field(page, 'Min Price')).toBeFocused();
    await expect(field(page, 'Min Price')).toHaveValue('');
    await expect(field(page, 'Max Price')).toHaveValue('40');
    await expect(field(page, 'Category')).toHaveValue('Books');
  });

  const translate = () => {
    for (const button of document.querySelectorAll('button')) button.textContent = 'Knopf';
  };

  for (const change of [addIcons, translate]) {
    test(`a click on Login and one on a card count: ${change.name}`, async ({ page, shopper }) => {
      const releaseLogin = await holdBundle(page);
      await page.goto('/login', { waitUntil: 'commit' });
      await shopper.submitLogin();
      await page.evaluate(change);
      releaseLogin();
      await shopper.expectAlerts(messages.login.success);
      const releaseItems = await holdBundle(page);
      await page.goto('/items', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Add to Cart' }).nth(2).click();
      await page.evaluate(change);
      releaseItems();
      await shopper.expectAlerts(messages.login.success, messages.addToCart.success);
      expect(shopper.calls().at(-1)).toBe('POST /cart/add');
    });
  }
});

/** Runs before the scripts of a page. Holds React before the first element, or between the first and the last one: see `stages`. */
function holdHydration() {
  // A page without an origin has no storage.
  if (origin === 'null') return;
  const stage = sessionStorage.getItem('stage');
  sessionStorage.removeItem('stage');
  let isReleased = stage === 'the bundle is in flight' || stage === null;
  let held: (() => void)[] = [];
  Object.assign(window, {
    isHeld: () => held.length > 0 && !isHydrated('footer'),
    release() {
      isReleased = true;
      for (const go of held) go();
      held = [];
    },
  });
  const isHydrated = (selector: string) =>
    Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactFiber'));
  const mayHold = () => stage === 'React starts' || isHydrated('.visually-hidden-focusable');
  // React's scheduler starts and continues a hydration in a message to itself: hold it. A clock that runs fast makes React yield early.
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...message: [never]) {
    if (isReleased || !mayHold()) postMessage.apply(this, message);
    else held.push(() => postMessage.apply(this, message));
  };
  const { now } = performance;
  let ms = 0;
  performance.now = () => {
    if (!isReleased) ms += 1;
    return now.call(performance) + ms;
  };
}

/** Opens the last of the addresses, in a page of its own: a reload keeps the history entries before it. */
async function open(page: Page, stage: Stage, entries: string[], token: string) {
  await page.goto('/robots.txt');
  await page.evaluate(
    ({ stage, entries, token }) => {
      if (token) localStorage.setItem('token', token);
      for (const [idx, address] of entries.entries()) {
        const state = { key: `entry ${idx}`, idx };
        if (idx === 0) history.replaceState(state, '', address);
        else history.pushState(state, '', address);
      }
      sessionStorage.setItem('stage', stage);
    },
    { stage, entries, token },
  );
  // Not page.reload(), which in Firefox waits for the bundle.
  await page.evaluate(() => location.reload());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** What the shopper and the server see. */
async function describePage(page: Page, shopper: Shopper) {
  const read = () => {
    const busy = [
      ...document.querySelectorAll('html.not-hydrated, [aria-busy=true], [aria-disabled=true]'),
    ].map(({ className }) => `not ready: ${className}`);
    const values = [...document.querySelectorAll('input')].map(({ value }) => value);
    const { labels } = document.activeElement as Partial<HTMLInputElement>;
    const focus = [...(labels ?? [])].map(({ innerText }) => `focus: ${innerText}`);
    const panels = [...document.querySelectorAll<HTMLElement>('.panel h2')].map((title) => title.innerText);
    const session = localStorage.getItem('token') ? 'shopper' : 'visitor';
    const address = location.pathname + location.search;
    return { session, address, texts: [...values, ...panels, ...focus, ...busy] };
  };
  // A page that is being replaced cannot be read.
  const seen = await page.evaluate(read).catch(() => undefined);
  const alerts = await shopper.shown();
  return seen && [seen.session, seen.address, ...shopper.calls(), ...alerts, ...seen.texts.filter(Boolean)];
}
