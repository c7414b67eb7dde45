import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createServer } from 'vite';
import { startBackend } from '../support/backend';
import { expect, refusedCalls, test } from '../support/fixtures';
import { timeoutFor } from '../support/pace';
import { addOrderScreen, makeScratch } from '../support/scratch';
import { startMockBuild } from '../support/servers';
import { shop } from '../support/shop';

// Vite does not watch files in test-results.
mkdirSync('.cache', { recursive: true });
const directory = mkdtempSync(resolve('.cache/builds-'));
test.afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Long enough for Vite's dependency optimization and for the generator of the client. */
const START_TIMEOUT = timeoutFor(30, 120);

test.describe('the mock build', () => {
  test.use({ allowErrors: refusedCalls });

  test('works under a sub-path of a host for static files, deep links included', async ({
    page,
    shopper,
  }) => {
    const copy = makeScratch(join(directory, 'demo'));
    // The host has no file for an address with a parameter.
    addOrderScreen(copy);
    copy.build(['--mode', 'mock', '--outDir', 'dist-demo', '--base', '/shop/']);
    const host = await startMockBuild(relative('', join(copy.root, 'dist-demo')), '/shop/');
    await shop(page, shopper, `${host.url}/shop`);
    await page.goto(`${host.url}/shop/orders/42`);
    await expect(page.getByText('Order 42')).toBeVisible();
    await host.stop();
  });
});

test.describe('the development server', () => {
  test.use({ allowErrors: /./ });

  async function start(root: string, mode: string, port = 0) {
    const server = await createServer({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode,
      logLevel: 'silent',
      cacheDir: join(root, '.vite'),
      server: { port, strictPort: true },
    });
    await server.listen();
    return server;
  }

  test("applies edits of catalogue and contract, and reports invalid ones; in API mode, unregisters the mock's service worker", async ({
    page,
  }) => {
    const copy = makeScratch(join(directory, 'development'));
    const readClient = () => copy.read('src/store/api.generated.ts');

    const server = await start(copy.root, 'mock');
    const address = server.resolvedUrls?.local[0] ?? '';
    await page.goto(`${address}items`);
    await expect(page.getByText('60 items')).toBeVisible({ timeout: START_TIMEOUT });
    copy.change('mocks/catalogue.ts', 'Stoneware Mug', 'Porcelain Mug');
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();

    copy.change('openapi.yaml', 'type: object', 'type: objekt');
    await expect(page.locator('vite-error-overlay')).toContainText('openapi.yaml: type must be');
    // The reload takes longer than the 50 ms in which Vite ignores a second edit of a file.
    await page.reload();
    await expect(page.getByText('did not start: openapi.yaml: type must be')).toBeVisible();

    const reloaded = page.waitForEvent('load', { timeout: START_TIMEOUT });
    const invalid = copy.read('openapi.yaml');
    const valid = invalid.replace('type: objekt', 'type: object');
    copy.write('openapi.yaml', valid.replace('Name shown to shoppers.', 'The name to show.'));
    await expect.poll(readClient, { timeout: START_TIMEOUT }).toContain('The name to show.');
    await reloaded;
    await expect(page.locator('vite-error-overlay')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();
    await server.close();
    // Otherwise Vite's client in the old page would reload it during the next navigation.
    await page.goto('about:blank');

    const backend = await startBackend();
    process.env.API_TARGET = `http://127.0.0.1:${backend.port}`;
    const onApi = await start(copy.root, 'api', Number(new URL(address).port));
    // Vite may reload the page when it finds another dependency.
    await page.goto(`${address}items`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible({
      timeout: START_TIMEOUT,
    });
    const countWorkers = async () => (await navigator.serviceWorker.getRegistrations()).length;
    await expect(async () => expect(await page.evaluate(countWorkers)).toBe(0)).toPass();
    await onApi.close();
    await backend.stop();
  });
});
