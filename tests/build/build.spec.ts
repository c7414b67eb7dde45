import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page, Request } from '@playwright/test';
import { documentTitle, screens } from '../../src/app/screens';
import { limits } from '../../tools/lib/limits';
import { pageFile } from '../../tools/vite/pageFiles';
import { within } from '../support/bounds';
import { isSpecified, responseProblem } from '../support/calls';
import { fillCart } from '../support/fillCart';
import { blockStorage, expect, hydrated, readLayoutShifts, refusedCalls, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { headings } from '../support/screens';
import { freePort } from '../support/servers';

const pages = screens.map((screen) => ({ file: pageFile(screen), title: documentTitle(screen) }));
const scripts = readdirSync('dist/assets').filter((file) => file.endsWith('.js'));
const findScript = (name: string) => `/assets/${scripts.find((file) => file.startsWith(name))}`;
const bundle = findScript('index-');
const firstCards = findScript('firstCards-');

test.describe('size', { tag: '@smoke' }, () => {
  /** The failure's text. */
  const describeSize = (file: string, limit: number) => {
    const size = statSync(`dist/${file}.br`).size;
    return size <= limit
      ? 'within the limit'
      : `${file} has ${size} bytes, ${size - limit} more than the limit. "npm run size" lists its largest parts; CONTRIBUTING.md names expensive components.`;
  };
  test('the bundle and the script of the first cards are within their limits', () => {
    expect(scripts).toEqual([
      expect.stringMatching(/^firstCards-[\w-]{8}\.js$/),
      expect.stringMatching(/^index-[\w-]{8}\.js$/),
    ]);
    expect(describeSize(bundle, limits.bundle)).toBe('within the limit');
    expect(describeSize(firstCards, limits.firstCards)).toBe('within the limit');
  });
  for (const { file } of pages) {
    test(`${file} with its styles is within its limit and has no style attribute and no comment`, () => {
      expect(describeSize(file, limits.page)).toBe('within the limit');
      const html = readFileSync(`dist/${file}`, 'utf8');
      expect(html).not.toMatch(/<[^>]* style=/);
      // CDNs that minify pages remove comments. React separates adjacent texts by them, and would not hydrate.
      expect(html).not.toContain('<!--');
    });
  }
  test('nothing of the mock is in the build', () => {
    const served = readdirSync('dist').filter((file) => !/\.(br|gz)$/.test(file));
    const others = ['_headers', '_redirects', 'assets', 'robots.txt'];
    expect(served.toSorted()).toEqual([...others, ...pages.map(({ file }) => file)].toSorted());
    const traces = /msw|mockServiceWorker|mock-panel|mock-backend|demo@example|Stoneware/i;
    for (const file of [bundle, firstCards, ...pages.map(({ file }) => `/${file}`)])
      expect(readFileSync(`dist${file}`, 'utf8')).not.toMatch(traces);
    for (const file of ['mocks/panel.ts', 'mocks/catalogue.ts', 'mocks/demoAccount.ts'])
      expect(readFileSync(file, 'utf8'), 'control').toMatch(traces);
  });
});

test("Cloudflare's Rocket Loader leaves the scripts alone", () => {
  const tags = pages.flatMap(({ file }) => readFileSync(`dist/${file}`, 'utf8').match(/<script.*?>/g) ?? []);
  expect(tags.length).toBeGreaterThan(pages.length);
  // It demands the attribute before `src`.
  for (const tag of tags) expect(tag).toMatch(/^<script data-cfasync="false"/);
});

test('the first paint waits for the end of the page, but no longer than a second', async ({ page }) => {
  const [part] = readFileSync('dist/login.html', 'utf8').split('<form');
  const server = createServer((request, response) => {
    if (request.url === '/login') response.writeHead(200, { 'content-type': 'text/html' }).write(part);
  });
  const port = await freePort();
  server.listen(port);
  await page.goto(`http://localhost:${port}/login`, { waitUntil: 'commit' });
  const firstPaint = () => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0;
  await expect.poll(() => page.evaluate(firstPaint)).toBeGreaterThan(1000);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  server.closeAllConnections();
  server.close();
});

test('every page has a title, a description of its own and an icon', () => {
  const descriptions = new Set<string | undefined>();
  for (const { file, title } of pages) {
    const html = readFileSync(`dist/${file}`, 'utf8');
    expect(html).toContain(`<title>${title}</title>`);
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1];
    expect(description).toBeTruthy();
    expect(descriptions, file).not.toContain(description);
    descriptions.add(description);
    const [, icon] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
    expect(existsSync(`dist${icon}`)).toBe(true);
    expect(html.match(/name="theme-color" content="#\w+"/g)).toHaveLength(2);
  }
});

test.describe('requests', () => {
  test.use({ allowErrors: new RegExp(`${refusedCalls.source}|${responseProblem.source}`) });

  const pathOf = (request: Request) => request.url().replace(/^https?:\/\/[^/]*/, '');
  /** A call of a later feature, which the specification does not have. */
  const isOtherCall = (request: Request) =>
    pathOf(request).startsWith('/api/') && !isSpecified(`${request.method()} ${pathOf(request)}`);
  function recordRequests(page: Page) {
    const requests: Request[] = [];
    page.on('request', (request) => {
      // The browser requests the icon once, after the page.
      const isIcon = /^data:|\/icon-/.test(request.url());
      if (!isIcon && !isOtherCall(request)) requests.push(request);
    });
    return requests;
  }

  const failed = 'The items could not be loaded.';
  for (const [address, call, text, response] of [
    ['/items', '/api/items', '60 items'],
    ['/items?priceMin=30&category=Toys', '/api/items?priceMin=30&category=Toys', '4 items'],
    ['/items?category=a%20b%26c', '/api/items?category=a%20b%26c', 'No items match these filters.'],
    ['/cart', '/api/cart', 'Your cart is empty.'],
    ['/items', '/api/items', 'There are no items yet.', { json: [] }],
    ['/items', '/api/items', failed, { status: 500, json: [{ _id: '1', name: 'A', price: 1 }] }],
    ['/items', '/api/items', failed, { body: '<!doctype html><title>Login</title>' }],
  ] as const) {
    test(`${address} requests the page, its scripts and the API once, the API before the bundle arrives, and shows "${text}"${response ? ` for ${JSON.stringify(response)}` : ''}`, async ({
      page,
      backend,
    }) => {
      if (response) await page.route(`**${call}`, (route) => route.fulfill(response));
      const token = await fillCart(backend);
      await page.addInitScript((token) => localStorage.setItem('token', token), token);
      const releaseBundle = await holdBundle(page);
      const requests = recordRequests(page);
      const responded = page.waitForResponse((sent) => pathOf(sent.request()) === call);
      await page.goto(address, { waitUntil: 'commit' });
      await responded;
      releaseBundle();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      const expected = [address, call, bundle, ...(address.startsWith('/items') ? [firstCards] : [])];
      expect(requests.map(pathOf).toSorted()).toEqual(expected.toSorted());
      const headers = await requests.find((request) => pathOf(request) === call)?.allHeaders();
      expect(headers?.authorization).toEqual(
        address === '/cart' ? expect.stringMatching(/^Bearer /) : undefined,
      );
    });
  }

  test('every API request revalidates cached responses', async ({ page }) => {
    const requests = recordRequests(page);
    await page.goto('/items?category=Toys');
    await expect(page.getByText('6 items')).toBeVisible();
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    const findCalls = () => requests.filter((request) => request.url().includes('/api/'));
    await expect.poll(findCalls).toHaveLength(2);
    // What a browser sends for `cache: 'no-cache'`.
    for (const call of findCalls()) expect((await call.allHeaders())['cache-control']).toBe('max-age=0');
  });
});

test.describe('from the first paint to hydration', () => {
  // If React's first render differs from the page, it logs an error, which fails the test.
  test.use({ allowErrors: refusedCalls });
  const filtered =
    '/items?category=Noise-cancelling%20headphones%20and%20more&priceMin=1234567&priceMax=7654321';

  for (const [who, prepare, widths] of [
    ['a visitor', () => {}, [360, 1280]],
    ['a shopper', () => localStorage.setItem('token', 'x'), [360]],
    ['a visitor with blocked storage', blockStorage, [1280]],
  ] as const) {
    test(`${who} sees each title and the final navigation, without a hydration error or a layout shift`, {
      tag: '@smoke',
    }, async ({ page }) => {
      await page.addInitScript(prepare);
      await page.addInitScript(recordNavigation);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const [address, heading] of Object.entries({
          ...headings,
          [filtered]: headings['/items'] ?? '',
        })) {
          const releaseBundle = await holdBundle(page);
          await page.goto(address, { waitUntil: 'commit' });
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
          releaseBundle();
          await hydrated(page);
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          expect(await readLayoutShifts(page), `${address}, ${width} px`).toEqual([]);
          expect(await page.evaluate('[...navigations]'), address).toHaveLength(1);
          await page.unrouteAll({ behavior: 'wait' });
        }
      }
    });
  }

  test('a host that serves index.html at every address shows the right screen', async ({ page, baseURL }) => {
    // A screen may need a login.
    await page.addInitScript(() => localStorage.setItem('token', 'x'));
    for (const [address, heading] of Object.entries(headings)) {
      await page.route(`${baseURL}${address}`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: `${baseURL}/` }) }),
      );
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The cart's alert must not open while the next page is requested: Chromium would drop that request.
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
  });
});

/** Records the texts that the navigation shows in any frame. */
function recordNavigation() {
  const navigations = new Set<string>();
  Object.assign(window, { navigations });
  requestAnimationFrame(function read() {
    const items = [...document.querySelectorAll<HTMLElement>('header li')];
    const visible = items.filter((item) => item.checkVisibility());
    // Once `main` is there, the navigation is complete.
    if (document.querySelector('main')) navigations.add(visible.map((item) => item.innerText).join());
    requestAnimationFrame(read);
  });
}

test('npm run preview responds to the API at the path that the build calls, and says that its port is in use', async () => {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), VITE_API_BASE: '/backend/' };
  const args = ['--import', 'tsx', 'tools/scripts/preview.ts'];
  const preview = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await within('npm run preview has started', once(preview.stdout, 'data'));
    const response = await fetch(`http://localhost:${port}/backend/items?category=Books`);
    expect(await response.json()).toHaveLength(7);
    const second = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(second.stderr).toMatch(/^Port \d+: listen EADDRINUSE.*\n$/);
    expect(second.status).toBe(2);
  } finally {
    preview.kill();
  }
});
