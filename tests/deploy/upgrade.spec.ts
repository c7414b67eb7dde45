import { readFileSync } from 'node:fs';
import { messages } from '../../src/store/messages';
import { findInline } from '../../tools/vite/deployFiles';
import { hashSource } from '../../tools/vite/headers';
import { expect, test } from '../support/deployFixtures';
import type { NginxSite } from '../support/nginx';
import { rawRequest } from '../support/rawRequest';

test('after an upgrade, an open page keeps working and a new visit gets the new release; a rollback works the same way', async ({
  page,
  shopper,
  store,
  changed,
}) => {
  // Its texts and its styles differ, and with them every file.
  const { dist: next } = changed;
  await shopper.logIn();
  const alerts = [messages.login.success, messages.addToCart.success];
  const add = () => page.getByRole('button', { name: 'Add to Cart' }).first().click();

  // With the slash that completion in a shell adds
  store.release('next', `${next}/`);
  await reload(store, next);
  await add();
  await shopper.expectAlerts(...alerts);
  await page.getByRole('link', { name: 'Cart' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.goto('/items');
  await add();
  await shopper.expectAlerts(...alerts, 'Added!');
  await expectAssets(store, readFileSync('dist/index.html', 'utf8'));

  store.release('image');
  await reload(store, 'dist');
  await page.reload();
  await add();
  await shopper.expectAlerts(...alerts, 'Added!', messages.addToCart.success);
  await expectAssets(store, readFileSync(`${next}/index.html`, 'utf8'));
});

/** Reloads nginx and requests the page until it is the new release. Every page has its assets and its policy. */
async function reload(store: NginxSite, dist: string) {
  const expected = readFileSync(`${dist}/index.html`, 'utf8');
  const reloaded = store.reload();
  let html = '';
  while (html !== expected) {
    const { headers, body } = await rawRequest(store.url, 'GET /');
    html = String(body);
    for (const text of [...findInline('script', html), ...findInline('style', html)])
      expect(headers['content-security-policy']).toContain(hashSource(text));
    await expectAssets(store, html);
  }
  await reloaded;
}

async function expectAssets(store: NginxSite, html: string) {
  const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets).not.toEqual([]);
  for (const asset of assets) expect((await rawRequest(store.url, `GET ${asset}`)).status).toBe(200);
}
