import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createServer } from 'vite';
import { makeBackend } from '../../mocks/backend';
import { demoAccount } from '../../mocks/demoAccount';
import { expect, refusedCalls, test } from '../support/fixtures';
import { addItemScreen, makeScratch } from '../support/scratch';

// Not in test-results, whose files Vite does not watch.
mkdirSync('.cache', { recursive: true });
const scratch = mkdtempSync(resolve('.cache/builds-'));
test.afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test.describe('the demo build', () => {
  test.use({ allowErrors: refusedCalls });

  test('works under a sub-path of a host that only knows files, deep links included', async ({
    page,
    alerts,
  }) => {
    // A build of its own, because the base path is written into it; with a screen more, for which such a host has no file.
    const copy = makeScratch(join(scratch, 'demo'));
    addItemScreen(copy);
    copy.build(['--mode', 'mock', '--outDir', 'dist-demo', '--base', '/shop/']);
    const outDir = join(scratch, 'demo/dist-demo');
    const host = new Hono().use(
      '/shop/*',
      serveStatic({
        root: relative('', outDir),
        rewriteRequestPath: (path) => path.slice('/shop'.length),
      }),
    );
    host.notFound((context) => context.html(readFileSync(join(outDir, '404.html'), 'utf8'), 404));
    const server = serve({ fetch: host.fetch, port: 0, hostname: 'localhost' });
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const store = `http://localhost:${port}/shop`;

    await page.goto(`${store}/items?category=Books`);
    await expect(page.getByText('7 items')).toBeVisible();
    await page.goto(`${store}/login`);
    await page.getByLabel('Email').fill(demoAccount.email);
    await page.getByLabel('Password', { exact: true }).fill(demoAccount.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`${store}/items`);
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect.poll(() => alerts.at(-1)).toBe('Item added to cart!');
    await page.goto(`${store}/cart`);
    await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible();
    await page.goto(`${store}/items/42`);
    await expect(page.getByText('Item 42')).toBeVisible();
    server.close();
  });
});

test.describe('the development server', () => {
  test.use({ allowErrors: /./ });

  test('follows the catalogue and the contract without losing the cart, and shows a broken contract', async ({
    page,
    alerts,
  }) => {
    // A copy, because the journey edits the sources.
    const copy = join(scratch, 'hot');
    const project = makeScratch(copy);
    const { change: edit, read } = project;
    addItemScreen(project);
    const client = () => read('src/store/api.generated.ts');

    const server = await createServer({
      root: copy,
      configFile: join(copy, 'vite.config.ts'),
      mode: 'mock',
      logLevel: 'silent',
      cacheDir: join(copy, '.vite'),
      server: { port: 0 },
    });
    await server.listen();
    await page.goto(`${server.resolvedUrls?.local[0]}items`);
    // The open panel covers no card.
    await page.setViewportSize({ width: 1280, height: 1200 });
    await page.getByText('Mock: normal').click();
    await page.getByRole('button', { name: 'Use the demo account' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect.poll(() => alerts).toEqual(['Item added to cart!']);

    edit('mocks/catalogue.ts', 'Stoneware Mug', 'Porcelain Mug');
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();

    const reloaded = page.waitForEvent('load');
    edit('openapi.yaml', 'description: Display name.', 'description: The name to show.');
    await expect.poll(client).toContain('The name to show.');
    await reloaded;
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();

    edit('openapi.yaml', 'type: object', 'type: objekt');
    await expect(page.locator('vite-error-overlay')).toContainText('openapi.yaml: type must be');
    edit('openapi.yaml', 'type: objekt', 'type: object');
    await expect(page.locator('vite-error-overlay')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Porcelain Mug' })).toBeVisible();
    await page.goto(`${server.resolvedUrls?.local[0]}items/mug.1`);
    await expect(page.getByText('Item mug.1')).toBeVisible();
    await server.close();
  });

  test('on a real backend unregisters the worker that the mock has left on the same address', async ({
    page,
  }) => {
    const lamp = {
      _id: 'real',
      name: 'Lamp of the real backend',
      description: '',
      category: 'Home',
      price: 9,
    };
    const { handle } = makeBackend({ contract: readFileSync('openapi.yaml', 'utf8'), items: [lamp] });
    const backend = serve({ fetch: handle, port: 0, hostname: 'localhost' });
    await once(backend, 'listening');
    process.env.API_TARGET = `http://localhost:${(backend.address() as { port: number }).port}`;

    const onMock = await createServer({ mode: 'mock', logLevel: 'silent', server: { port: 0 } });
    await onMock.listen();
    const address = onMock.resolvedUrls?.local[0] ?? '';
    await page.goto(`${address}items`);
    await expect(page.getByText('60 items')).toBeVisible();
    await onMock.close();
    // The page left behind would load itself again, in the middle of the next one's opening.
    await page.goto('about:blank');

    const onApi = await createServer({
      mode: 'api',
      logLevel: 'silent',
      server: { port: Number(new URL(address).port), strictPort: true },
    });
    await onApi.listen();
    // Vite loads the page again when it has found one more dependency: its first answer is enough, and the question below is
    // asked until it is answered.
    await page.goto(`${address}items`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: lamp.name })).toBeVisible();
    const countWorkers = async () => (await navigator.serviceWorker.getRegistrations()).length;
    await expect(async () => expect(await page.evaluate(countWorkers)).toBe(0)).toPass();
    await onApi.close();
    backend.close();
  });
});
