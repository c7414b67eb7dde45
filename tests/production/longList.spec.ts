import { makeItems } from '../../mocks/catalogue';
import { expect, test } from '../support/fixtures';
import { hold } from '../support/hold';
import { leavesNext, showsNext } from '../support/showsNext';

const many = 2_000;
test.use({ items: many });

const books = makeItems(many).filter(({ category }) => category === 'Books').length;

test('every card of a long list is in the document; a key leaves them alone; Apply drops them', async ({
  page,
  browser,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.locator('#category').focus();
  await browser.startTracing(page);
  // Not by role: working out the roles of so many cards takes longer than they do.
  await page.keyboard.type('books');
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const styled = traceEvents.map(({ args }: TraceEvent) => args?.elementCount ?? 0);
  expect(Math.max(...styled)).toBeGreaterThan(0);
  // Elements whose style was worked out anew, in all: a few for each key.
  expect(styled.reduce((sum: number, count: number) => sum + count)).toBeLessThan(50);
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
});

type TraceEvent = { args?: { elementCount?: number } };

test('Apply while the cards of a long list are being drawn drops those that were to come', async ({
  page,
}) => {
  // So slow that the answer to Apply is there long before the last card could be.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.addInitScript(() => {
    const cards = document.getElementsByTagName('article');
    let most = 0;
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      most = Math.max(most, cards.length);
      dataset.most = String(most);
      // The second step is React's: the page is alive. Pressed in the page, because it does not wait for a test.
      if (dataset.pressed || cards.length <= 24) return;
      dataset.pressed = 'yes';
      document.querySelector<HTMLInputElement>('#category')?.setRangeText('books');
      document.querySelector<HTMLButtonElement>('.filters button')?.click();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/items');
  await expect(page.locator('[role=status]')).toHaveText(`${books} items`);
  await expect(page.locator('article')).toHaveCount(books);
  const most = Number(await page.locator('html').getAttribute('data-most'));
  expect(most).toBeGreaterThan(24);
  expect(most).toBeLessThan(many);
});

test('Add to Cart and Apply Filters show in the next frame that they are under way, also in a long list', async ({
  page,
}) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.route('**/api/cart/add', () => {});
  const add = page.locator('article button').first();
  expect(await showsNext(add, 'article [aria-disabled=true] .spinner-border')).toBe(true);
  await page.route('**/api/items*', () => {});
  expect(await showsNext(page.locator('.filters button'), '.results.stale[aria-busy=true]')).toBe(true);
  await expect(page.locator('[role=status]')).toHaveText('Loading items…');
});

test('no more than 384 cards are drawn or taken apart at once: opening, Apply, leaving and coming back, with the place in the list', async ({
  page,
  calls,
}) => {
  await page.addInitScript(() => {
    const countIn = (node: Node) => (node instanceof Element ? node.querySelectorAll('article').length : 0);
    const count = (nodes: NodeList) => [...nodes].reduce((sum, node) => sum + countIn(node), 0);
    let most = 0;
    new MutationObserver((records) => {
      const come = records.reduce((sum, { addedNodes }) => sum + count(addedNodes), 0);
      const gone = records.reduce((sum, { removedNodes }) => sum + count(removedNodes), 0);
      most = Math.max(most, come, gone);
      if (document.documentElement) document.documentElement.dataset.atOnce = String(most);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  const inView = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Two frames: steps that come into view have their real height then.
          const cardAt = (y: number) =>
            document.elementFromPoint(200, y)?.closest('article')?.querySelector('h2')?.id;
          // One of the two is not between two rows.
          const look = () => resolve(Number((cardAt(500) ?? cardAt(550))?.split('-')[1]));
          requestAnimationFrame(() => requestAnimationFrame(look));
        }),
    );
  await page.evaluate(() => scrollTo(0, 50_000));
  await inView();
  const place = await inView();
  expect(place).toBeGreaterThan(100);
  await page.locator('header a', { hasText: 'Home' }).click();
  await expect(page.locator('.hero')).toBeVisible();
  await page.goBack();
  await expect(page.locator('.results')).toBeVisible();
  // Opening, and coming back to what has stayed behind.
  await expect.poll(() => calls).toEqual(['GET /items', 'GET /items']);
  // To a row or two: a step that has not been in view yet has an estimated height.
  await expect.poll(async () => Math.abs((await inView()) - place)).toBeLessThanOrEqual(8);
  await page.locator('#category').fill('books');
  await page.locator('.filters button').click();
  await expect(page.locator('article')).toHaveCount(books);
  await page.goBack();
  // The list is another one by now, of which the first cards alone are there: as high as all of them, it has the place.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(40_000);
  await expect(page.locator('article')).toHaveCount(many);
  const most = Number(await page.locator('html').getAttribute('data-at-once'));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(384);
});

test('a long list that is left while an Apply is under way is not taken apart', async ({ page }) => {
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  await page.route('**/api/items*', () => {});
  await page.locator('#category').fill('books');
  const asked = page.waitForRequest('**/api/items?category=books');
  await page.locator('.filters button').click();
  await asked;
  const left = await page.locator('header a', { hasText: 'Home' }).evaluate(
    (link: HTMLElement) =>
      new Promise<number>((resolve) => {
        link.click();
        // Of the document: a list that has gone in one piece still has its cards.
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelectorAll('article').length)));
      }),
  );
  expect(left).toBeGreaterThan(many - 384);
  await expect(page.locator('h1')).toHaveText('Welcome to Our Store!');
});

for (const [link, shown] of [
  ['Home', '.hero'],
  ['Signup', '#name'],
  ['Login', 'input[type=password]'],
] as const) {
  test(`a long list is left in the frame after a press on ${link}`, async ({ page }) => {
    await page.goto('/items');
    await expect(page.locator('article')).toHaveCount(many);
    expect(await showsNext(page.locator('header a', { hasText: link }), shown)).toBe(true);
    await expect(page.locator('article').first()).toBeHidden();
  });
}

test('a long list is left for a new page before the frame after a press on Logout', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'stored'));
  await page.goto('/items');
  await expect(page.locator('article')).toHaveCount(many);
  const release = await hold(page, '**/items');
  expect(await leavesNext(page.getByRole('button', { name: 'Logout' }))).toBe(true);
  release();
});
