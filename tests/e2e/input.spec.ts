import { expect, hydrated, test } from '../support/fixtures';

test('the wheel over a focused price field scrolls the page and changes nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/items');
  await hydrated(page);
  await expect(page.getByText('60 items')).toBeVisible();
  const field = page.getByLabel('Min Price');
  for (const price of ['10', '']) {
    await field.fill(price);
    // The pointer stays over the field, which is sticky.
    await field.click();
    for (const distance of [120, 120, 120, -120]) {
      const before = await page.evaluate(() => scrollY);
      await page.mouse.wheel(0, distance);
      await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
    }
    await expect(field).toHaveValue(price);
    await expect(field).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('5');
    await expect(field).toHaveValue(`${price}5`);
  }
});
