import type { Page } from '@playwright/test';
import { responseProblem } from '../support/calls';
import { expect, hydrated, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';

// React reports a difference between the first cards and its own as a console error, which fails the test.
test.use({ allowErrors: responseProblem });

const odd = [
  { _id: '1', name: '<img src=x onerror=alert(1)> {price} $& $1', category: '', description: '', price: 0 },
  { _id: '2', name: 'سماعة 🎧', category: '🎧 Audio', description: 'two\r\nlines {name}', price: 1e308 },
  { _id: '__proto__', name: 'x'.repeat(5000), category: ' ', description: '\u0000&amp;', price: -5 },
  { _id: '4', name: 'No price', category: 'Toys', description: '', price: '4' },
];

const priceProblem = '/price must be number, but is "4" (invalid rows: 1 of';

for (const [what, address, call, body, status, ...expectedProblems] of [
  ['the catalogue', '/items', 'GET /items', undefined, '60 items'],
  ['a filtered list', '/items?category=Toys', 'GET /items?category=Toys', undefined, '6 items'],
  ['a list with other parameters', '/items?utm_source=mail', 'GET /items', undefined, '60 items'],
  ['odd rows', '/items', 'GET /items', odd, '3 items', `getItems: /3${priceProblem} 4)`],
] as const) {
  test(`${what}: the first cards render before the bundle and equal React's, with one request`, {
    tag: '@smoke',
  }, async ({ page, shopper }) => {
    if (body) await page.route('**/api/items', (route) => route.fulfill({ json: body }));
    const problems = recordProblems(page);
    await expectSameCards(page, address, status);
    // The second visit is by Back. On the first one, the bundle uses the script's list, and reports nothing.
    expect(shopper.calls()).toEqual([call, call]);
    expect(problems).toEqual([...expectedProblems, ...expectedProblems]);
  });
}

/** The responses that the store could not use, or not completely. */
function recordProblems(page: Page) {
  const problems: string[] = [];
  page.on('console', (message) => responseProblem.test(message.text()) && problems.push(message.text()));
  return problems;
}

test('if no item of a list can be read, the console says why, once', async ({ page, shopper }) => {
  const problems = recordProblems(page);
  await page.route('**/api/items', (route) => route.fulfill({ json: odd.slice(3) }));
  await page.goto('/items');
  await hydrated(page);
  await expect(page.getByText('The items could not be loaded.')).toBeVisible();
  expect(shopper.calls()).toEqual(['GET /items']);
  expect(problems).toEqual([`getItems: /0${priceProblem} 1)`]);
});

/** Opens a list. React must render the same first cards as the script that runs before the bundle. */
async function expectSameCards(page: Page, address: string, status: string) {
  const count = Number.parseInt(status, 10);
  const releaseBundle = await holdBundle(page);
  await page.addInitScript(addBar);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator('main').getByRole('status')).toHaveText(status);
  await expect(page.getByLabel('Category')).toHaveValue(address.split('category=')[1] ?? '');
  await expect(page.locator('article')).toHaveCount(Math.min(count, 24));
  const early = await readCards(page);
  expect(early).toHaveLength(1 + Math.min(count, 24));
  releaseBundle();
  await hydrated(page);
  await expect(page.locator('article')).toHaveCount(count);
  expect(await readCards(page)).toEqual(early);

  // The same list, rendered by React alone.
  await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click();
  await page.goBack();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('main').getByRole('status')).toHaveText(status);
  expect(await readCards(page)).toEqual(early);
}

/** A bar with a status and a form, as a browser extension adds it before the page has been parsed. Runs in the page. */
function addBar() {
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    observer.disconnect();
    const bar = document.createElement('div');
    bar.role = 'status';
    bar.append(document.createElement('span'), document.createElement('form'));
    document.body.prepend(bar);
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The tag of the list, and its first 24 cards. */
async function readCards(page: Page) {
  const list = await page.locator('.results ul').first().evaluate(outline);
  return list.split(/\n(?=<li )/).slice(0, 25);
}

/** An element's tags and texts, one per line. Sorts attributes, because React and Preact set them in different orders. Runs in the page. */
function outline(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element ? outline(node) : node.textContent,
  );
  return [`<${[element.localName, ...attributes].join(' ')}>`, ...inside].join('\n');
}
