import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { compareLooks, developmentStyles } from '../support/looks';
import { headings } from '../support/screens';

test.use({ allowErrors: refusedCalls });

test('every screen looks as in development', { tag: '@smoke' }, async ({ page }) => {
  const styles = developmentStyles();
  for (const address of Object.keys(headings)) {
    // Six cards are enough to compare.
    await page.goto(`${address}?category=Toys`);
    await hydrated(page);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(compareLooks, styles), address).toEqual([]);
  }
});
