import { expect, hydrated, test } from '../support/fixtures';

// Where browsers differ.

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

test('an address with an international domain is one account, whichever browser signed it up', async ({
  shopper,
  backend,
}) => {
  await shopper.open('/signup');
  await shopper.fill('Name', 'Ada');
  await shopper.fill('Email', 'ada@bücher.example');
  await shopper.fill('Password', 'correct horse');
  await shopper.clickButton('Signup');
  await shopper.expectText('60 items');
  const login = await backend.handle(
    new Request('http://localhost/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@xn--bcher-kva.example', password: 'correct horse' }),
    }),
  );
  expect(login.status).toBe(200);
});
