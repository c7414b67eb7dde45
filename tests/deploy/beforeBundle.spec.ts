import { test as base, expect } from '../support/fixtures';
import { makeGate } from '../support/hold';
import { startBuild } from '../support/hosts';
import { headings } from '../support/screens';

/** A store whose bundle is on its way until it is released: what the table in tests/production/stages.spec.ts says, in every engine. */
const test = base.extend<{ held: { url: string; release: () => void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  held: async ({}, use) => {
    const { opened, open } = makeGate();
    const { url, stop } = await startBuild({ scriptsAfter: opened });
    await use({ url, release: open });
    open();
    await stop();
  },
});
test.use({ allowErrors: /^Failed to load resource/ });

const readNavigation = () =>
  [...document.querySelectorAll<HTMLElement>('header li')]
    .filter((it) => it.offsetWidth > 0)
    .map((it) => it.innerText.trim())
    .join(' ');

const isEarly = () => document.querySelector('html.early') !== null;

test('the navigation of every page says who is there', async ({ shopper, held }) => {
  for (const [token, expected] of [
    [null, 'Home Items Cart Signup Login'],
    ['x', 'Home Items Cart Logout'],
  ] as const) {
    await shopper.open(`${held.url}/robots.txt`);
    if (token) await shopper.look(() => localStorage.setItem('token', 'x'));
    for (const address of Object.keys(headings)) {
      await shopper.open(held.url + address);
      expect(await shopper.look(readNavigation)).toBe(expected);
      expect(await shopper.look(isEarly)).toBe(true);
    }
  }
});

test('Back leads to the list before, and React takes the page over without an error', async ({
  shopper,
  held,
}) => {
  await shopper.open(`${held.url}/robots.txt`);
  await shopper.look(() => {
    history.replaceState({ key: 'a', idx: 0 }, '', '/items?category=Toys');
    history.pushState({ key: 'b', idx: 1 }, '', '/items?category=Books');
  });
  await shopper.reload();
  await shopper.sees('7 items');
  // By its own button WebKit would skip a place that no press has led to.
  await shopper.look(() => history.back());
  await shopper.isAt('/items?category=Toys');
  held.release();
  await shopper.sees('6 items');
  await shopper.isAt('/items?category=Toys');
  await shopper.finds({ 'Min Price': '', 'Max Price': '', Category: 'Toys' });
});

test('filters are written into those of the address, and applied', async ({ shopper, held }) => {
  await shopper.open(`${held.url}/items?priceMin=5&category=Books`);
  await shopper.finds({ 'Min Price': '5', 'Max Price': '', Category: 'Books' });
  await shopper.fill('Category', 'Toys');
  await shopper.press('Apply Filters');
  held.release();
  await shopper.isAt('/items?priceMin=5&category=Toys');
  await shopper.finds({ 'Min Price': '5', 'Max Price': '', Category: 'Toys' });
  await shopper.sees('6 items');
});

test('a link and Logout do what they do later, once', async ({ shopper, held }) => {
  await shopper.open(`${held.url}/robots.txt`);
  await shopper.look(() => localStorage.setItem('token', 'x'));
  await shopper.open(held.url);
  await shopper.press('Logout');
  await shopper.follow('Items');
  expect(await shopper.token()).toBe('x');
  held.release();
  await expect.poll(() => shopper.look(isEarly).catch(() => true)).toBe(false);
  await expect.poll(() => shopper.token().catch(() => 'x')).toBe(null);
  await shopper.misses('Logout');
  await shopper.sees('Login');
});
