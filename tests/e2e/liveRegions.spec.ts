import type { Page } from '@playwright/test';
import { expect, refusedCalls, test } from '../support/fixtures';

test.use({ allowErrors: refusedCalls });

/** Records the texts of live regions in each frame that changes them. */
async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    const announced: string[] = [];
    let last = '';
    function read() {
      const regions = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')];
      const text = regions
        .map(({ textContent }) => textContent?.trim())
        .join(' ')
        .trim();
      if (text && text !== last) announced.push(text);
      last = text;
      requestAnimationFrame(read);
    }
    requestAnimationFrame(read);
    Object.assign(window, { announced });
  });
  /** Waits for the announcement `last`. Returns the announcements since the previous call. */
  return async (last: string) => {
    await expect
      .poll(() => page.evaluate<string[]>('announced'))
      .toContainEqual(expect.stringContaining(last));
    return page.evaluate<string[]>('announced.splice(0)');
  };
}

test('screen readers hear each change of the list once, in order', async ({ page, backend }) => {
  const heardUntil = await recordAnnouncements(page);
  /** Loads the list. Its response comes when the page has said that it loads. */
  async function load(act: () => Promise<unknown>, result: string) {
    const { release } = backend.hold('/items');
    await act();
    expect(await heardUntil('Loading items…')).toEqual(['Loading items…']);
    release();
    return heardUntil(result);
  }
  const apply = () => page.getByRole('button', { name: 'Apply Filters' }).click();

  expect(await load(() => page.goto('/items'), '60 items')).toEqual(['60 items']);

  await page.getByLabel('Category').fill('Books');
  expect(await load(apply, '7 items')).toEqual(['7 items']);

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const openItems = () => page.getByRole('link', { name: 'Items', exact: true }).click();
  expect(await load(openItems, '60 items')).toEqual(['60 items']);

  await page.getByLabel('Category').fill('Zebra');
  expect(await load(apply, 'No items')).toEqual(['No items']);

  backend.use('server-error');
  const failure = 'The items could not be loaded.The shop has a problem. Please try again later.Try again';
  expect(await load(apply, 'could not be loaded')).toEqual([failure]);
  backend.use('normal');
  const retry = () => page.getByRole('button', { name: 'Try again' }).click();
  expect(await load(retry, 'No items')).toEqual(['No items']);
});
