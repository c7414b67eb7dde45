import type { Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { expect, refusedCalls, test } from '../support/fixtures';
import { makeGate } from '../support/hold';

/** Where a page is held until React answers, and after that. Not by time: each holds what would come next. */
const stages = [
  'the bundle is on its way',
  'the bundle is there, and has not run',
  'between the parts of the bundle',
  'React takes the page over in slices',
  'the first screen is alive, and its list is being drawn',
] as const;
type Stage = (typeof stages)[number];

/** Runs in the page before its scripts. */
function holdPage() {
  const stage = sessionStorage.getItem('stage') as Stage | null;
  // The page after this one is not held.
  sessionStorage.removeItem('stage');
  let held: (() => void)[] | undefined = [];
  const hold = (go: () => void) => (held ? held.push(go) : go());
  Object.assign(window, {
    isHeld: () => held?.length,
    release() {
      for (const go of held ?? []) go();
      held = undefined;
    },
  });
  const { requestAnimationFrame, setTimeout } = window;
  const { postMessage } = MessagePort.prototype;
  const { now } = performance;
  let isFrame = false;
  window.requestAnimationFrame = (draw) => {
    const drawFrame = (time: number) => {
      isFrame = true;
      draw(time);
      isFrame = false;
    };
    // The page imports the bundle after its first frame.
    if (stage === 'the bundle is there, and has not run') hold(() => requestAnimationFrame(drawFrame));
    else requestAnimationFrame(drawFrame);
    return 0;
  };
  window.setTimeout = ((act: () => void, ms?: number) => {
    const isPause = ms === undefined && !isFrame;
    if (isPause && stage === 'between the parts of the bundle') hold(() => setTimeout(act));
    else return setTimeout(act, ms);
  }) as typeof setTimeout;
  let slices = 0;
  MessagePort.prototype.postMessage = function (...message: [never]) {
    slices += 1;
    const isAlive = !document.documentElement.matches('.early');
    const go = () => postMessage.apply(this, message);
    if (stage === 'React takes the page over in slices' && slices > 30) hold(go);
    else if (stage === 'the first screen is alive, and its list is being drawn' && isAlive) hold(go);
    else go();
  };
  // By this clock every piece of React's work takes a whole slice.
  let ticks = 0;
  if (stage === 'React takes the page over in slices')
    performance.now = () => {
      if (held) ticks += 6;
      return now.call(performance) + ticks;
    };
}

type Act = {
  name: string;
  /** Where the page is opened, and what it can go Back and Forward to within it. */
  at: string;
  before?: string;
  after?: string;
  isShopper?: boolean;
  do: (page: Page) => Promise<unknown>;
  /** What follows while the page is released. */
  go?: (page: Page) => Promise<unknown>;
  /** Where it presses what the first answer brings, or ends with it. */
  needsAnswer?: boolean;
  /** Where what it needs is made by React. */
  stages?: Stage[];
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

const acts: Act[] = [
  {
    name: 'Back to other filters',
    at: filtered,
    before: '/items?category=Toys',
    do: (page) => page.goBack(),
  },
  { name: 'Back to another screen', at: filtered, before: '/login', do: (page) => page.goBack() },
  { name: 'Forward to other filters', at: '/items', after: filtered, do: (page) => page.goForward() },
  { name: 'Forward to another screen', at: '/', after: '/items', do: (page) => page.goForward() },
  {
    name: 'Back, and a key',
    at: filtered,
    before: '/login',
    do: async (page) => {
      await field(page, 'Category').focus();
      await page.goBack();
      // React takes over at once what a key is pressed in.
      await page.keyboard.press('Shift');
    },
  },
  { name: 'reload', at: filtered, do: (page) => page.reload({ waitUntil: 'commit' }) },
  ...['Our Store', 'Home', 'Items', 'Cart', 'Signup', 'Login'].map((name) => ({
    name: `the link ${name}`,
    at: filtered,
    do: follow(name),
  })),
  { name: 'Browse Items', at: '/', do: follow('Browse Items') },
  { name: 'View Cart', at: '/', isShopper: true, do: follow('View Cart') },
  {
    name: 'Apply',
    at: filtered,
    async do(page) {
      await fill(page, { 'Min Price': '', 'Max Price': '40', Category: 'Toys' });
      await press('Apply Filters')(page);
    },
  },
  {
    name: 'Enter in a field',
    at: filtered,
    needsAnswer: true,
    async do(page) {
      await field(page, 'Max Price').press('5');
      await field(page, 'Max Price').press('Enter');
    },
  },
  {
    name: 'letters in every field',
    at: filtered,
    async do(page) {
      await field(page, 'Max Price').pressSequentially('7');
      await field(page, 'Category').press('End');
      await page.keyboard.type(' a');
      await field(page, 'Min Price').press('End');
      await page.keyboard.type('5');
    },
    go: (page) => page.keyboard.type('0'),
  },
  { name: 'Add', at: '/items', isShopper: true, needsAnswer: true, do: press('Add to Cart') },
  { name: 'Add of a visitor', at: '/items', needsAnswer: true, do: press('Add to Cart') },
  { name: 'Remove', at: '/cart', isShopper: true, do: press('Remove'), stages: alive },
  { name: 'Try again', at: '/items?priceMin=500', do: press('Try again'), stages: alive },
  { name: 'Logout', at: '/items', isShopper: true, do: press('Logout') },
  { name: 'Logout from the cart', at: '/cart', isShopper: true, do: press('Logout') },
  {
    name: 'Login',
    at: '/login',
    async do(page) {
      await fill(page, { Email: demoAccount.email, Password: demoAccount.password });
      await press('Login')(page);
    },
  },
  {
    name: 'Signup',
    at: '/signup',
    async do(page) {
      await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse' });
      await field(page, 'Password').press('Enter');
    },
  },
  {
    name: 'letters, and Show',
    at: '/signup',
    async do(page) {
      for (const label of ['Name', 'Email', 'Password']) await field(page, label).pressSequentially('ab');
      await press('Show')(page);
      await field(page, 'Name').press('End');
    },
    go: (page) => page.keyboard.type('c'),
  },
  { name: 'a login in another tab', at: '/items', do: (page) => store(page, 'another') },
  { name: 'a logout in another tab', at: '/cart', isShopper: true, do: (page) => store(page, null) },
];

test.use({ allowErrors: refusedCalls });

for (const act of acts) {
  test(`${act.name}: the same at every stage of the script`, async ({
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
    async function settled() {
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
    const expected = await settled();

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
      expect(await settled(), stage).toEqual(expected);
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
    focus: `${activeElement?.tagName} ${activeElement?.id} ${activeElement?.textContent?.slice(0, 20)}`,
    token: localStorage.getItem('token') !== null,
  };
}
