import { readFileSync } from 'node:fs';
import { startBackend } from '../support/backend';
import { expect, test } from '../support/deployFixtures';
import { hydrated } from '../support/fixtures';
import { rawRequest } from '../support/rawRequest';
import { makeScratch } from '../support/scratch';
import { homeHeading } from '../support/screens';
import { shop } from '../support/shop';

test('under a sub-path, with the API at another origin', async ({ page, shopper, serve }) => {
  const { build, dist } = makeScratch(test.info().outputPath('store'));
  const otherBackend = await startBackend();
  build(['--base', '/shop/'], { VITE_API_BASE: `http://127.0.0.1:${otherBackend.port}/api` });
  const site = await serve(dist);
  await shop(page, shopper, `${site.url}/shop`);
  expect(otherBackend.calls()).toContainEqual(
    expect.objectContaining({ call: 'GET /api/items?category=Books', authorization: null }),
  );
  expect(site.backend.calls()).toEqual([]);
  await otherBackend.stop();

  // Some hosts do not redirect to the address with a slash.
  await page.route(`${site.url}/shop?*`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${site.url}/shop/` }) }),
  );
  await page.goto(`${site.url}/shop?from=afar`);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: homeHeading })).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/shop/?from=afar`);

  const get = (path: string) => rawRequest(site.url, `GET ${path}`);
  expect(await get('/shop')).toMatchObject({ status: 308, headers: { location: '/shop/' } });
  for (const path of ['/shop//items', '//shop/items', '//shop//items'])
    expect((await get(path)).status, path).toBe(308);
  expect((await get('//other/items')).status).toBe(404);
  expect(String((await get('/shop/nothing')).body)).toContain('/shop/assets/');
  expect((await get('/shop/assets/gone.js')).headers['content-type']).toBe('text/plain');
  expect((await get('/items')).status).toBe(404);
  expect(String((await get('/shop/robots.txt')).body)).toContain('Disallow: /shop/cart\n');
  expect(readFileSync(`${dist}/_redirects`, 'utf8')).toContain('/shop/* /:splat 200\n');
});
