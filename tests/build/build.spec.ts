import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { screens } from '../../src/app/screens';
import { limits } from '../../tools/scripts/limits';
import { fileOf } from '../../tools/vite/pageFiles';
import { ask } from '../support/ask';
import { blockStorage, expect, hydrated, logIn, refusedCalls, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { headings } from '../support/screens';
import { freePort, startBuild } from '../support/servers';

const brotli = (file: string) => statSync(`${file}.br`).size;
const pages = screens.map(fileOf);
const scripts = readdirSync('dist/assets').filter((file) => file.endsWith('.js'));
const [firstCards, bundle] = scripts.map((file) => `/assets/${file}`);

const remedy =
  '"npm run size" lists the largest parts; CONTRIBUTING.md ("Add a screen") lists expensive ones';

test.describe('bytes', { tag: '@smoke' }, () => {
  test('the bundle is at most 108 kB, and the script of the first cards 7 kB', () => {
    expect(scripts).toEqual([
      expect.stringMatching(/^firstCards-[\w-]{8}\.js$/),
      expect.stringMatching(/^index-[\w-]{8}\.js$/),
    ]);
    expect(brotli(`dist${bundle}`), remedy).toBeLessThanOrEqual(108_000);
    expect(brotli(`dist${firstCards}`), remedy).toBeLessThanOrEqual(7000);
  });
  for (const page of pages) {
    test(`${page} with its styles is at most 14.5 kB and has no style attribute`, () => {
      expect(brotli(`dist/${page}`), remedy).toBeLessThanOrEqual(14_500);
      expect(readFileSync(`dist/${page}`, 'utf8')).not.toMatch(/<[^>]* style=/);
    });
  }
  test('npm run size reports these limits', () => {
    expect(limits).toEqual({ bundle: 108_000, firstCards: 7000, page: 14_500 });
  });
  test('nothing of the mock is in the build', () => {
    const served = readdirSync('dist').filter((file) => !/^[._]|\.(br|gz)$/.test(file));
    expect(served.toSorted()).toEqual(['assets', 'robots.txt', ...pages].toSorted());
    expect(readFileSync(`dist${bundle}`, 'utf8')).not.toMatch(/msw|mockServiceWorker|Stoneware/i);
  });
});

/** The requests of a page, each as its path. */
function record(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    // The tab's icon is asked for by the browser, after the page and once.
    if (!/^data:|\/icon-/.test(request.url())) requests.push(request);
  });
  return {
    requests,
    paths: () => requests.map((it) => new URL(it.url()).pathname + new URL(it.url()).search),
  };
}

test.describe('requests', () => {
  test.use({ allowErrors: refusedCalls });

  for (const [address, call, shown] of [
    ['/items', '/api/items', '60 items'],
    ['/items?priceMin=30&category=Toys', '/api/items?priceMin=30&category=Toys', '4 items'],
    ['/items?category=a%20b%26c', '/api/items?category=a+b%26c', 'No items match these filters.'],
    ['/cart', '/api/cart', 'Your cart is empty.'],
  ] as const) {
    test(`${address}: page, scripts and one call, which waits for no script`, async ({ page }) => {
      await logIn(page);
      await expect(page).toHaveURL('/items');
      // The call must leave while the bundle is still on its way.
      const releaseBundle = await holdBundle(page);
      const { paths, requests } = record(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect.poll(paths).toContain(call);
      releaseBundle();
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      const expected = [address, call, bundle, ...(address.startsWith('/items') ? [firstCards] : [])];
      expect(paths().toSorted()).toEqual(expected.toSorted());
      const sent = requests.find((it) => it.url().includes('/api/'));
      expect((await sent?.allHeaders())?.authorization).toEqual(
        address === '/cart' ? expect.stringMatching(/^Bearer /) : undefined,
      );
    });
  }

  test('a call that fails before the bundle is there shows its outcome once', async ({ page, alerts }) => {
    await page.route('**/api/cart', (route) => route.fulfill({ status: 500, body: '' }));
    const { paths } = record(page);
    await page.goto('/cart');
    await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
    expect(alerts).toEqual(['Please login to view your cart.']);
    expect(paths().filter((path) => path.startsWith('/api'))).toHaveLength(1);
  });

  test('a warm reload takes 2 requests and at most 2.5 kB', async ({ page }) => {
    await page.goto('/items');
    await expect(page.getByText('60 items')).toBeVisible();
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    const sizes: number[] = [];
    const cached = new Set<string>();
    client.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
    client.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache || response.url.startsWith('data:')) cached.add(requestId);
    });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!cached.has(requestId)) sizes.push(encodedDataLength);
    });
    await page.goto('/cart');
    await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
    sizes.length = 0;
    await page.reload();
    await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2500);
  });
});

test.describe('painted before the script', () => {
  test.use({ allowErrors: refusedCalls });
  const visitors = ['Home', 'Items', 'Cart', 'Signup', 'Login'];
  const shoppers = ['Home', 'Items', 'Cart', 'Logout'];

  for (const [who, expected, prepare] of [
    ['a visitor', visitors, () => {}],
    ['a shopper', shoppers, () => localStorage.setItem('token', 'x')],
    ['somebody whose storage is blocked', visitors, blockStorage],
  ] as const) {
    test(`${who} finds every title and the right navigation at the first paint, and no other until React answers`, async ({
      page,
    }) => {
      await page.addInitScript(prepare);
      await page.addInitScript(keepFrames);
      for (const [address, title] of Object.entries(headings)) {
        const releaseBundle = await holdBundle(page);
        await page.goto(address, { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        const read = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
        await expect(read).toHaveText([...expected]);
        releaseBundle();
        await hydrated(page);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        expect(await page.evaluate('[...frames]')).toEqual([expected.join()]);
        await page.unrouteAll({ behavior: 'wait' });
      }
    });
  }

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('the navigation is a visitor’s', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveText(visitors);
      await expect(page.getByText('Logout')).toBeHidden();
    });
  });

  test('the filters hold what the address says, and keep what is written before React answers', async ({
    page,
  }) => {
    const releaseBundle = await holdBundle(page);
    await page.addInitScript(() => {
      requestAnimationFrame(function read() {
        const forms = [...document.forms];
        const texts = forms.flatMap((form) => [...new FormData(form).values()]);
        if (forms[0]) Object.assign(window, { first: texts.join() });
        else requestAnimationFrame(read);
      });
    });
    await page.goto('/items?priceMin=5&priceMax=cheap&category=+Toys+', {
      waitUntil: 'commit',
    });
    await expect.poll(() => page.evaluate('window.first')).toBe('5,,Toys');
    await page.getByLabel('Min Price').press('End');
    await page.keyboard.type('0');
    await page.getByLabel('Category').fill('');
    releaseBundle();
    await hydrated(page);
    await expect(page.getByLabel('Category')).toBeFocused();
    for (const [label, text] of Object.entries({ 'Min Price': '50', 'Max Price': '', Category: '' }))
      await expect(page.getByLabel(label)).toHaveValue(text);
  });
});

/** Keeps what the navigation shows in each frame, once it is there whole. */
function keepFrames() {
  const frames = new Set<string>();
  Object.assign(window, { frames });
  requestAnimationFrame(function look() {
    const items = [...document.querySelectorAll<HTMLElement>('header li')];
    if (document.querySelector('main'))
      frames.add(
        items
          .filter((it) => it.checkVisibility())
          .map((it) => it.innerText)
          .join(),
      );
    requestAnimationFrame(look);
  });
}

test.describe('hydration', () => {
  // A difference between the page and what React renders would be a console error, which fails a test.
  test.use({ allowErrors: refusedCalls });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const signedIn of [false, true]) {
      test(`${colorScheme}, ${signedIn ? 'with' : 'without'} a token: no error, no shift, the right links`, {
        tag: '@smoke',
      }, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        if (signedIn) await logIn(page);
        if (signedIn) await expect(page).toHaveURL('/items');
        await page.addInitScript(() => {
          const shifts: unknown[] = [];
          Object.assign(window, { shifts });
          // In one line each.
          const keep = (list: PerformanceObserverEntryList) =>
            shifts.push(...list.getEntries().map((it) => JSON.stringify(it)));
          new PerformanceObserver(keep).observe({ type: 'layout-shift', buffered: true });
        });
        for (const address of [...Object.keys(headings), '/items?category=Books']) {
          await page.goto(address);
          const nav = page.getByRole('navigation', { name: 'Main' });
          await expect(nav.getByText(signedIn ? 'Logout' : 'Signup'), address).toBeVisible();
          await expect(nav.getByText(signedIn ? 'Login' : 'Logout'), address).toHaveCount(0);
          await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0);
          const shifts = await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts);
          expect(shifts, address).toEqual([]);
        }
      });
    }
  }

  // Its page is longer than the 32 kB in which a browser takes it in, and may be painted in between; a slow one paints earlier.
  test('nothing of the navigation and the filters jumps while their page comes in pieces', async ({
    page,
  }) => {
    const html = readFileSync('dist/items.html', 'utf8').replace(/<script.*?<\/script>|<link.*?>/gs, '');
    const [head = '', ...pieces] = html.split(/(?=<ul class="navbar|<main|(?<=<main.*>)<[^/])/s);
    await page.setViewportSize({ width: 1280, height: 800 });
    const shifts = await page.evaluate(
      async ([head = '', ...pieces]) => {
        const shifts: unknown[] = [];
        document.open();
        document.write(head);
        const keep = (list: PerformanceObserverEntryList) =>
          shifts.push(...list.getEntries().map((it) => JSON.stringify(it)));
        new PerformanceObserver(keep).observe({ type: 'layout-shift' });
        for (const piece of [...pieces, '']) {
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
          document.write(piece);
        }
        return shifts;
      },
      [head, ...pieces.slice(0, 40)],
    );
    expect(shifts).toEqual([]);
  });

  test('what is written and pressed before the script counts once it is there', async ({ page, alerts }) => {
    const releaseBundle = await holdBundle(page);
    await page.goto('/signup', { waitUntil: 'commit' });
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill('nanoseconds');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/signup');
    await expect(page.getByLabel('Name')).toHaveValue('Grace Hopper');
    releaseBundle();
    await expect(page).toHaveURL('/items');
    expect(alerts).toEqual(['Signup successful']);
  });

  test('where cookies are blocked, and storage with them, a shopper logs in, adds and sees the cart', async ({
    page,
    alerts,
  }) => {
    await page.addInitScript(blockStorage);
    await logIn(page);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect.poll(() => alerts).toEqual(['Login successful', 'Item added to cart!']);
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  });

  test('a host that knows only index.html shows the right screen', async ({ page }) => {
    const host = await startBuild({ onlyIndex: true });
    for (const [address, title] of [
      ['/items?category=Books', 'Explore Our Items'],
      ['/login', 'Login to Your Account'],
      ['/nowhere', 'Page not found'],
    ]) {
      await page.goto(`${host.url}${address}`);
      await expect(page.getByRole('heading', { level: 1, name: title as string })).toBeVisible();
    }
    await host.stop();
  });
});

for (const [path, status, location] of [
  ['//items?category=Toys', 308, '/items?category=Toys'],
  ['///evil.example', 308, '/evil.example'],
  ['/items/', 200, undefined],
  ['/Items', 404, undefined],
  ['/items.html', 404, undefined],
  ['/.deploy/nginx.conf', 404, undefined],
] as const) {
  test(`npm run preview answers ${path} with ${status}, like nginx`, async () => {
    const host = await startBuild();
    const answer = await ask(host.url, `GET ${path}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe(location);
    await host.stop();
  });
}

test('npm run preview answers the API where the build calls it', async () => {
  const port = await freePort();
  const preview = spawn('npx', ['tsx', 'tools/scripts/preview.ts'], {
    env: { ...process.env, PORT: String(port), VITE_API_BASE: '/backend/' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await once(preview.stdout, 'data');
    const answer = await fetch(`http://localhost:${port}/backend/items?category=Books`);
    expect(await answer.json()).toHaveLength(7);
  } finally {
    process.kill(-Number(preview.pid));
  }
});
