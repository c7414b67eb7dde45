import { expect, test } from '../support/fixtures';

test('without light-dark(), fields have borders, buttons have shapes and the sticky bar has a ground', async ({
  page,
}) => {
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('light-dark(', 'unknown-function(');
    // Without the Content-Security-Policy, whose hash of the styles no longer fits.
    await route.fulfill({ status: 200, contentType: 'text/html', body });
  });
  await page.goto('/login');
  const transparent = 'rgba(0, 0, 0, 0)';
  await expect(page.getByLabel('Email')).not.toHaveCSS('border-top-width', '0px');
  await expect(page.getByRole('button', { name: 'Login' })).not.toHaveCSS('background-color', transparent);
  await expect(page.locator('.navbar')).not.toHaveCSS('background-color', transparent);
});
