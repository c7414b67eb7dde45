import { expect, test } from '../support/fixtures';

// The mock build has all of Bootstrap's rules.
test("Bootstrap's components that the store does not use yet have the store's colours", async ({ page }) => {
  const markup =
    '<button class="btn btn-danger">A</button><button class="accordion-button">B</button><select class="form-select"></select>';
  await page.goto('/');
  await page.locator('body').evaluate((body, html) => body.insertAdjacentHTML('beforeend', html), markup);
  for (const [colorScheme, danger, primary] of [
    ['light', 'rgb(165, 42, 42)', 'rgb(11, 107, 83)'],
    ['dark', 'rgb(255, 156, 148)', 'rgb(91, 208, 168)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('.btn-danger')).toHaveCSS('background-color', danger);
    for (const part of ['.btn-danger', '.accordion-button', '.form-select']) {
      await page.locator(part).focus();
      await expect(page.locator(part)).toHaveCSS('outline-color', primary);
      await expect(page.locator(part)).toHaveCSS('box-shadow', 'none');
    }
    await expect(page.locator('.form-select')).toHaveCSS('border-color', primary);
  }
});
