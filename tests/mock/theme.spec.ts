import { expect, test } from '../support/fixtures';

// The mock build has all of Bootstrap's rules.
test('used and unused components of Bootstrap have the colours of the store', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('body').evaluate((body) => {
    body.innerHTML = `<button class="btn btn-primary">A</button><button class="accordion-button">B</button>
      <input class="form-control"><b class="text-primary">D</b><i style="color: var(--brand)"></i>`;
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const brand = await page.locator('i').evaluate((element) => getComputedStyle(element).color);
    await expect(page.locator('.btn-primary')).toHaveCSS('background-color', brand);
    await expect(page.locator('.text-primary')).toHaveCSS('color', brand);
    for (const part of ['.btn-primary', '.accordion-button', '.form-control']) {
      await page.locator(part).focus();
      await expect(page.locator(part)).toHaveCSS('outline-color', brand);
      await expect(page.locator(part)).toHaveCSS('box-shadow', 'none');
    }
    await expect(page.locator('.form-control')).toHaveCSS('border-color', brand);
  }
});
