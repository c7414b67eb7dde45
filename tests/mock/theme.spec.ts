import { expect, test } from '../support/fixtures';

// The mock build has all of Bootstrap's rules.
test('used and unused components of Bootstrap have the colours of the store', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('body').evaluate((body) => {
    body.innerHTML = `<button class="btn btn-primary">A</button><button class="accordion-button">B</button>
      <select class="form-select"></select><b class="text-primary">D</b>
      <input class="form-check-input" type="checkbox" checked>
      <i style="color: var(--brand)"></i><i style="color: var(--store-primary-border)"></i>`;
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const [brand = '', primaryBorder = ''] = await page
      .locator('i')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
    await expect(page.locator('.btn-primary')).toHaveCSS('background-color', brand);
    await expect(page.locator('.form-check-input')).toHaveCSS('background-color', primaryBorder);
    await expect(page.locator('.text-primary')).toHaveCSS('color', brand);
    for (const part of ['.btn-primary', '.accordion-button', '.form-select']) {
      await page.locator(part).focus();
      await expect(page.locator(part)).toHaveCSS('outline-color', brand);
      await expect(page.locator(part)).toHaveCSS('box-shadow', 'none');
    }
    await expect(page.locator('.form-select')).toHaveCSS('border-color', brand);
  }
});
