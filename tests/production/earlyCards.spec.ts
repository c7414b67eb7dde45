import type { Page } from '@playwright/test';
import { catalogue } from '../../mocks/catalogue';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { hold, holdBundle } from '../support/hold';
import { outline } from '../support/outline';

// A difference between the drawn cards and React's would be a console error, which fails a test.
test.use({ allowErrors: new RegExp(`${refusedCalls.source}|rows left out`) });

const results = (page: Page) => page.locator('.results').evaluate(outline);
const answerWith = (page: Page, items: unknown) =>
  page.route('**/api/items', (route) => route.fulfill({ json: items }));

const odd = [
  { _id: '1', name: '<img src=x onerror=alert(1)> {price} $& $1', category: '', description: '', price: 0 },
  { _id: '2', name: 'سماعة 🎧', category: '🎧 Audio', description: 'two\r\nlines {name}', price: 1e308 },
  { _id: '__proto__', name: 'x'.repeat(5000), category: ' ', description: '\u0000&amp;', price: -5 },
  { _id: '4', name: 'No price', category: 'Toys', description: '', price: '4' },
];

for (const [what, address, answer, status, cards] of [
  ['the catalogue', '/items', undefined, '60 items', 24],
  ['a filtered list', '/items?category=Toys', undefined, '6 items', 6],
  ['one item', '/items', catalogue.slice(0, 1), '1 item', 1],
  ['odd rows', '/items', odd, '3 items', 3],
] as const) {
  test(`${what}: drawn before the bundle, exactly as React draws it, with one call`, {
    tag: '@smoke',
  }, async ({ page, calls }) => {
    if (answer) await answerWith(page, answer);
    const releaseBundle = await holdBundle(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('status')).toHaveText(status);
    await expect(page.locator('article')).toHaveCount(cards);
    const early = await results(page);
    releaseBundle();
    await hydrated(page);
    await expect(page.locator('article')).toHaveCount(Number.parseInt(status, 10));
    expect(calls).toEqual([`GET ${address}`]);

    // The same list, drawn by React alone.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.goBack();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText(status);
    await page.locator('.step + .step').evaluateAll((later) => {
      for (const step of later) step.remove();
    });
    expect(early).toBe(await results(page));
    expect(calls).toHaveLength(2);
  });
}

test('a press on a card that is drawn before the bundle adds its item, once', async ({
  page,
  alerts,
  calls,
}) => {
  await page.route('**/api/cart/add', (route) => route.fulfill({ json: {} }));
  const releaseBundle = await holdBundle(page);
  await page.goto('/items', { waitUntil: 'commit' });
  const added = page.waitForRequest('**/api/cart/add');
  await page.getByRole('article', { name: 'Desk Lamp' }).getByRole('button').click();
  releaseBundle();
  expect((await added).postDataJSON().itemId).toBe(catalogue.find(({ name }) => name === 'Desk Lamp')?._id);
  await expect.poll(() => alerts).toEqual(['Item added to cart!']);
  expect(calls.filter((call) => call === 'POST /cart/add')).toHaveLength(1);
});

for (const [what, answer, shown] of [
  ['an empty list', { json: [] }, 'No items match these filters.'],
  ['rows of which none can be read', { json: [null, { name: 'x' }] }, 'No items match these filters.'],
  ['a failure', { status: 500, json: [{ _id: '1', name: 'A', price: 1 }] }, 'The items could not be loaded.'],
  ['no list', { json: { items: [] } }, 'The items could not be loaded.'],
  ['no JSON', { body: '<!doctype html><title>Login</title>' }, 'The items could not be loaded.'],
] as const) {
  test(`${what}: left to the bundle, which shows it without a second call`, async ({ page, calls }) => {
    await page.route('**/api/items', (route) => route.fulfill(answer));
    const releaseBundle = await holdBundle(page);
    const answered = page.waitForResponse('**/api/items');
    await page.goto('/items', { waitUntil: 'commit' });
    await answered;
    await expect(page.getByText('Loading items…')).toBeVisible();
    releaseBundle();
    await expect(page.getByText(shown)).toBeVisible();
    expect(calls).toEqual(['GET /items']);
  });
}

test('a list whose address says more than filters is left to React, which may draw it in another order', async ({
  page,
  calls,
}) => {
  const releaseBundle = await holdBundle(page);
  const answered = page.waitForResponse('**/api/items?category=Toys');
  await page.goto('/items?category=Toys&sort=price', { waitUntil: 'commit' });
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(page.locator('article')).toHaveCount(0);
  releaseBundle();
  await expect(page.locator('article')).toHaveCount(6);
  expect(calls).toEqual(['GET /items?category=Toys']);
});

test('an answer that comes while React takes the page over is drawn by React', async ({ page, calls }) => {
  const answer = await hold(page, '**/api/items');
  await page.goto('/items');
  await hydrated(page);
  await expect(page.getByText('Loading items…')).toBeVisible();
  answer();
  await expect(page.locator('article')).toHaveCount(60);
  expect(calls).toEqual(['GET /items']);
});

test('the cards of a loading list are not laid out before they show', async ({ page }) => {
  await page.route('**/api/items', () => {});
  await page.goto('/items');
  // Not by the clock: the list's own animation is held at its start, and at its end.
  const isDrawnAt = (time: number) =>
    page.locator('.step[aria-hidden]').evaluate((list, at) => {
      const [animation] = list.getAnimations();
      animation?.pause();
      if (animation) animation.currentTime = at;
      // Hidden alone would still be laid out, and counts as visible here.
      return list.querySelector('.placeholder')?.checkVisibility();
    }, time);
  expect(await isDrawnAt(0)).toBe(false);
  expect(await isDrawnAt(150)).toBe(true);
});
