import { readFileSync } from 'node:fs';
import { SHOP_NAME } from '../../src/app/brand';
import { expect, test } from '../support/deployFixtures';
import { hydrated } from '../support/fixtures';
import { compareLooks, developmentStyles } from '../support/looks';
import { makeScratch } from '../support/scratch';

// What developers could add to the store: see changedStore.ts.

test('a screen with a parameter has a prerendered page on every host', async ({ page, changed, serve }) => {
  for (const { url } of [changed, await serve(changed.dist)]) {
    const response = await page.goto(`${url}/orders/42`);
    expect(response?.status()).toBe(200);
    await hydrated(page);
    await expect(page.getByText('Order 42')).toBeVisible();
    expect(await page.locator('#root').getAttribute('data-screen')).toBe('/orders/:id');
    await expect(page).toHaveTitle(`One order · ${SHOP_NAME}`);
    expect((await page.request.get(`${url}/orders/42/more`)).status()).toBe(404);
    expect((await page.request.get(`${url}/api/items`)).status()).toBe(200);
  }
  const redirects = readFileSync(`${changed.dist}/_redirects`, 'utf8').split('\n');
  // Static hosts use the first line that matches.
  expect(redirects[0]).toBe('/api/* https://backend.example/api/:splat 200');
  expect(redirects).toContain('/orders/:id /orders-id 200');
});

test('classes, components and theme rules that the store does not use yet look as in development, at every width and in both colour schemes', async ({
  page,
  changed,
}) => {
  const styles = developmentStyles(changed.root);
  await page.goto(changed.url);
  await page.evaluate(() => document.documentElement.setAttribute('data-scheme', 'dark'));
  await expect(page.locator('.lead')).toHaveCSS('letter-spacing', '3px');
  await expect(page.locator('.offcanvas.show:not(.showing)')).toBeVisible();
  for (const [width, colorScheme] of [
    [360, 'light'],
    [700, 'light'],
    [1000, 'dark'],
    [1500, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await page.evaluate(compareLooks, styles), `${width} px, ${colorScheme}`).toEqual([]);
  }
});

test('a card that needs the router fails the build with the rule', () => {
  const scratch = makeScratch(test.info().outputPath('store'));
  const link =
    'import { Link } from \'react-router-dom\';\nexport const Parts = () => <Link to="/">Home</Link>;';
  scratch.plant('src/features/items/ItemCard.tsx', 'Parts', link, '<p className="price');
  expect(() => scratch.build()).toThrow(
    'A card must get what it needs as props, not from Redux or the router',
  );
});
