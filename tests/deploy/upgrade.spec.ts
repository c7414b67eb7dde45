import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inline } from '../../deploy/deployFiles';
import { hashSource } from '../../deploy/headers';
import { logIn } from '../e2e/fixtures';
import { ask } from './ask';
import { build } from './build';
import { expect, test } from './fixtures';
import type { Site } from './site';

test('an open page lives on through an upgrade, a new visit gets the new release, and the way back is the same', async ({
  page,
  store,
  alerts,
}) => {
  const next = test.info().outputPath('dist');
  build(next, ['--config', 'tests/deploy/nextRelease.config.ts']);
  await logIn(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect.poll(() => alerts).toEqual(['Login successful', 'Item added to cart!']);

  store.release('next', next);
  await reload(store, next);
  await page.getByRole('link', { name: 'Cart' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Our Store!' })).toBeVisible();
  await revisit(page, 'Welcome back to Our Store!');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expectAssets(store, readFileSync('dist/index.html', 'utf8'));

  store.release('first');
  await reload(store, 'dist');
  await revisit(page, 'Welcome to Our Store!');
  await expectAssets(store, readFileSync(`${next}/index.html`, 'utf8'));
});

/** A connection that is open during nginx's reload may be served by the old release once more. */
const revisit = (page: Page, greeting: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: greeting })).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Reloads nginx and visits until the release is there: no visit gets a page without its assets or its policy. */
async function reload(store: Site, dist: string) {
  const expected = readFileSync(`${dist}/index.html`, 'utf8');
  store.reload();
  let html = '';
  while (html !== expected) {
    const { headers, body } = await ask(store.url, 'GET /');
    html = String(body);
    for (const text of [...inline('script', html), ...inline('style', html)])
      expect(headers['content-security-policy']).toContain(hashSource(text));
    await expectAssets(store, html);
  }
}

async function expectAssets(store: Site, html: string) {
  const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets).not.toEqual([]);
  for (const asset of assets) expect((await ask(store.url, `GET ${asset}`)).status).toBe(200);
}
