import type { Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { expect, refusedCalls, test } from '../support/fixtures';
import { makeGate } from '../support/hold';
import { holdPage, type Stage, stages } from '../support/stages';

type Act = {
  name: string;
  /** Where the page is opened, and what it can go Back and Forward to within it. */
  at: string;
  before?: string;
  after?: string;
  isShopper?: boolean;
  do: (page: Page) => Promise<unknown>;
  /** Who is there at the end, and where; the calls, the alerts, what can be read in fields, and in a list's place. */
  ends: string[];
  /** What follows while the page is released. */
  go?: (page: Page) => Promise<unknown>;
  /** Where it presses what the first answer brings, or ends with it. */
  needsAnswer?: boolean;
  /** Where what it needs is made by React. */
  stages?: Stage[];
  /** Whether Firefox does it, too. */
  isInFirefox?: boolean;
};

const follow = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}
const alive: Stage[] = ['the first screen is alive, and its list is being drawn'];
const filtered = '/items?priceMin=19.5&category=Books';
const opening = `GET ${filtered}`;

/** Another tab of the same browser, which is no page of the store. */
async function store(page: Page, token: string | null) {
  const tab = await page.context().newPage();
  await tab.goto('/robots.txt');
  await tab.evaluate((token) => {
    if (token) localStorage.setItem('token', token);
    else localStorage.removeItem('token');
  }, token);
  await tab.close();
}

/** How who logs out at the cart ends. */
const loggedOutAtCart = [
  'visitor',
  '/cart',
  'GET /cart',
  'GET /cart',
  'Please login to view your cart.',
  'Your cart could not be loaded.',
];

const acts: Act[] = [
  {
    name: 'Back to other filters',
    isInFirefox: true,
    at: filtered,
    before: '/items?category=Toys',
    ends: ['visitor', '/items?category=Toys', opening, 'GET /items?category=Toys', 'Toys'],
    do: (page) => page.goBack(),
  },
  {
    name: 'Back to the same filters, written otherwise',
    at: '/items?category=Toys',
    before: '/items?priceMin=cheap&category=Toys',
    ends: [
      'visitor',
      '/items?priceMin=cheap&category=Toys',
      'GET /items?category=Toys',
      'GET /items?category=Toys',
      'Toys',
    ],
    do: (page) => page.goBack(),
  },
  {
    name: 'Back to another screen',
    at: filtered,
    before: '/login',
    ends: ['visitor', '/login', opening],
    do: (page) => page.goBack(),
  },
  {
    name: 'Forward to other filters',
    at: '/items',
    after: filtered,
    ends: ['visitor', filtered, 'GET /items', opening, '19.5', 'Books'],
    do: (page) => page.goForward(),
  },
  {
    name: 'Forward to another screen',
    at: '/',
    after: '/items',
    ends: ['visitor', '/items', 'GET /items'],
    do: (page) => page.goForward(),
  },
  {
    name: 'Back, and a key',
    at: filtered,
    before: '/login',
    ends: ['visitor', '/login', opening],
    do: async (page) => {
      await field(page, 'Category').focus();
      await page.goBack();
      // React takes over at once what a key is pressed in.
      await page.keyboard.press('Shift');
    },
  },
  {
    name: 'reload',
    at: filtered,
    ends: ['visitor', filtered, opening, opening, '19.5', 'Books'],
    do: (page) => page.reload({ waitUntil: 'commit' }),
  },
  ...Object.entries({
    'Our Store': ['/'],
    Home: ['/'],
    Items: ['/items', 'GET /items'],
    Cart: ['/cart', 'GET /cart', 'Please login to view your cart.', 'Your cart could not be loaded.'],
    Signup: ['/signup'],
    Login: ['/login'],
  }).map(([name, [address = '', ...more]]) => ({
    name: `the link ${name}`,
    at: filtered,
    ends: ['visitor', address, opening, ...more],
    do: follow(name),
  })),
  { name: 'Browse Items', at: '/', ends: ['visitor', '/items', 'GET /items'], do: follow('Browse Items') },
  {
    name: 'View Cart',
    at: '/',
    isShopper: true,
    ends: ['shopper', '/cart', 'GET /cart'],
    do: follow('View Cart'),
  },
  {
    name: 'Apply',
    isInFirefox: true,
    at: filtered,
    ends: [
      'visitor',
      '/items?priceMax=40&category=Toys',
      opening,
      'GET /items?priceMax=40&category=Toys',
      '40',
      'Toys',
    ],
    async do(page) {
      await fill(page, { 'Min Price': '', 'Max Price': '40', Category: 'Toys' });
      await press('Apply Filters')(page);
    },
  },
  {
    name: 'Enter in a field',
    at: filtered,
    needsAnswer: true,
    ends: [
      'visitor',
      '/items?priceMin=19.5&priceMax=5&category=Books',
      opening,
      'GET /items?priceMin=19.5&priceMax=5&category=Books',
      '19.5',
      '5',
      'Books',
      'No items match these filters.',
    ],
    async do(page) {
      await field(page, 'Max Price').press('5');
      await field(page, 'Max Price').press('Enter');
    },
  },
  {
    name: 'letters in every field',
    isInFirefox: true,
    at: filtered,
    ends: ['visitor', filtered, opening, '19.550', '7', 'Books a'],
    async do(page) {
      await field(page, 'Max Price').pressSequentially('7');
      await field(page, 'Category').press('End');
      await page.keyboard.type(' a');
      await field(page, 'Min Price').press('End');
      await page.keyboard.type('5');
    },
    go: (page) => page.keyboard.type('0'),
  },
  {
    name: 'Add',
    isInFirefox: true,
    at: '/items',
    isShopper: true,
    needsAnswer: true,
    ends: ['shopper', '/items', 'GET /items', 'POST /cart/add', 'Item added to cart!'],
    do: press('Add to Cart'),
  },
  {
    name: 'Add of a visitor',
    at: '/items',
    needsAnswer: true,
    ends: ['visitor', '/items', 'GET /items', 'POST /cart/add', 'Please login to add items to cart.'],
    do: press('Add to Cart'),
  },
  {
    name: 'Remove',
    at: '/cart',
    isShopper: true,
    ends: ['shopper', '/cart', 'GET /cart', 'POST /cart/remove', 'GET /cart', 'Your cart is empty.'],
    do: press('Remove'),
    stages: alive,
  },
  {
    name: 'Try again',
    isInFirefox: true,
    at: '/items?priceMin=500',
    ends: [
      'visitor',
      '/items?priceMin=500',
      'GET /items?priceMin=500',
      'GET /items?priceMin=500',
      '500',
      'The items could not be loaded.',
    ],
    do: press('Try again'),
    stages: alive,
  },
  {
    name: 'Logout',
    at: '/items',
    isShopper: true,
    ends: ['visitor', '/items', 'GET /items', 'GET /items'],
    do: press('Logout'),
  },
  {
    name: 'Logout from the cart',
    isInFirefox: true,
    at: '/cart',
    isShopper: true,
    ends: loggedOutAtCart,
    do: press('Logout'),
  },
  {
    name: 'Login',
    isInFirefox: true,
    at: '/login',
    ends: ['shopper', '/items', 'POST /auth/login', 'GET /items', 'Login successful'],
    async do(page) {
      await fill(page, { Email: demoAccount.email, Password: demoAccount.password });
      await press('Login')(page);
    },
  },
  {
    name: 'Signup',
    at: '/signup',
    ends: ['shopper', '/items', 'POST /auth/signup', 'GET /items', 'Signup successful'],
    async do(page) {
      await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse' });
      await field(page, 'Password').press('Enter');
    },
  },
  {
    name: 'letters, and Show',
    at: '/signup',
    ends: ['visitor', '/signup', 'abc', 'ab', 'ab'],
    async do(page) {
      for (const label of ['Name', 'Email', 'Password']) await field(page, label).pressSequentially('ab');
      await press('Show')(page);
      await field(page, 'Name').press('End');
    },
    go: (page) => page.keyboard.type('c'),
  },
  {
    name: 'a login in another tab',
    at: '/items',
    ends: ['shopper', '/items', 'GET /items'],
    do: (page) => store(page, 'another'),
  },
  {
    name: 'a logout in another tab',
    isInFirefox: true,
    at: '/cart',
    isShopper: true,
    ends: loggedOutAtCart,
    do: (page) => store(page, null),
  },
];

test.use({ allowErrors: refusedCalls });

for (const act of acts) {
  const tag = act.isInFirefox ? [] : ['@chromium'];
  test(`${act.name}: the same at every stage of the script`, { tag }, async ({
    page,
    alerts,
    calls,
    site,
    baseURL,
  }) => {
    let released = makeGate();
    let bundle = Promise.resolve();
    let underWay = 0;
    await page.addInitScript(holdPage);
    await page.route('**/assets/*.js', async (route) => {
      await bundle;
      await route.continue();
    });
    // While the bundle is between its parts, the answer is still on its way; but for those who press what it brings.
    let answer = Promise.resolve();
    await page.route('**/api/**', async (route) => {
      await answer;
      await route.fallback();
    });
    // A list that fails.
    await page.route('**/api/items?priceMin=500', (route) => route.fulfill({ status: 500, body: '' }));
    const isCall = (url: string) => url.includes('/api/');
    page.on('request', (it) => isCall(it.url()) && underWay++);
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (it) => isCall(it.url()) && underWay--);
    const isHeld = () => page.evaluate('isHeld() > 0');
    const isEarly = () => page.evaluate(() => document.querySelector('html.early') !== null);

    /** Opens the page anew, and does all that it does up to the stage. */
    async function open(stage?: Stage) {
      if ('backend' in site) site.backend.reset();
      await page.goto('/robots.txt');
      const token = act.isShopper && (await fillCart(String(baseURL)));
      const { before, at, after } = act;
      await page.evaluate(
        ([stage, token, places]) => {
          localStorage.clear();
          if (token) localStorage.setItem('token', token);
          if (stage) sessionStorage.setItem('stage', stage);
          places.forEach((place, idx) => {
            const state = { key: `place ${idx}`, idx };
            if (idx === 0) history.replaceState(state, '', place);
            else history.pushState(state, '', place);
          });
        },
        [stage, token, [before, at, after].filter((it) => it !== undefined)] as const,
      );
      if (after)
        await page.evaluate(
          () =>
            new Promise((back) => {
              addEventListener('popstate', back);
              history.back();
            }),
        );
      await page.evaluate(() => sessionStorage.setItem('places', `${history.length}`));
      calls.length = 0;
      alerts.length = 0;
      released = makeGate();
      const drawn = makeGate();
      bundle = act.needsAnswer ? drawn.opened : Promise.resolve();
      if (stage === 'the bundle is on its way') bundle = released.opened;
      answer =
        stage === 'between the parts of the bundle' && !act.needsAnswer ? released.opened : Promise.resolve();
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (act.needsAnswer) await expect(page.getByRole('article').first()).toBeVisible();
      drawn.open();
    }

    /** What the shopper and the server see, once nothing is under way. */
    async function settled(): Promise<Seen> {
      for (let before = ''; ; ) {
        const seen = await page.evaluate(look).catch(() => undefined);
        const now = seen && JSON.stringify({ ...seen, calls, alerts });
        if (now === before && underWay === 0 && !seen?.isBusy) return JSON.parse(now);
        before = now ?? '';
      }
    }

    await open();
    await expect.poll(isEarly).toBe(false);
    await settled();
    await act.do(page);
    await act.go?.(page);
    let expected: Seen | undefined;
    await expect
      .poll(async () => {
        expected = await settled();
        return whatMatters(expected);
      })
      .toEqual(act.ends);

    for (const stage of act.stages ?? stages) {
      await open(stage);
      if (stage === 'the first screen is alive, and its list is being drawn')
        await expect.poll(isEarly).toBe(false);
      else if (stage !== 'the bundle is on its way') await expect.poll(isHeld, stage).toBe(true);
      await act.do(page);
      // In this order: once the bundle is there, Logout may take the page away.
      await page.evaluate('window.release()');
      released.open();
      await act.go?.(page);
      // Firefox begins to reload only after a while.
      await expect.poll(settled, stage).toEqual(expected);
    }
  });
}

/** The token of the demo shopper, whose cart has a line. */
async function fillCart(baseURL: string): Promise<string> {
  const send = (path: string, body: object, token = '') =>
    fetch(`${baseURL}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { token } = (await (await send('/auth/login', demoAccount)).json()) as { token: string };
  const [item] = (await (await fetch(`${baseURL}/api/items`)).json()) as { _id: string }[];
  await send('/cart/add', { itemId: item?._id, quantity: 1 }, token);
  return token;
}

type Seen = Awaited<ReturnType<typeof look>> & { calls: string[]; alerts: string[] };

const whatMatters = ({ hasToken, address, calls, alerts, fields, panels }: Seen) => [
  hasToken ? 'shopper' : 'visitor',
  address,
  ...calls,
  ...alerts,
  ...fields
    .map(([, type, value = '']) => (type === 'password' ? value.replace(/./g, '•') : value))
    .filter(Boolean),
  ...panels,
];

/** Runs in the page. */
async function look() {
  await new Promise<void>((seen) =>
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => seen()))),
  );
  const { activeElement } = document;
  const count = Number.parseInt(document.querySelector('[role=status]')?.textContent ?? '', 10);
  return {
    isBusy:
      document.querySelector('html.early, [aria-busy=true], [aria-disabled=true]') !== null ||
      count > document.querySelectorAll('article, .cart-line').length,
    address: location.pathname + location.search,
    places: history.length - Number(sessionStorage.getItem('places')),
    title: document.title,
    text: document.body.innerText,
    fields: [...document.querySelectorAll('input')].map(({ name, type, value }) => [name, type, value]),
    panels: [...document.querySelectorAll<HTMLElement>('.panel h2')].map((it) => it.innerText),
    focus: `${activeElement?.tagName} ${activeElement?.id} ${activeElement?.textContent?.slice(0, 20)}`,
    hasToken: localStorage.getItem('token') !== null,
  };
}
