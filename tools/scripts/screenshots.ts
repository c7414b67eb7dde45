// Takes the README's pictures, `docs/screenshots/*.png`, on the mock backend, and draws the app icon.
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { demoAccount } from '../../mocks/demoAccount';
import { chromiumOptions } from '../lib/chromium';

const outDir = 'docs/screenshots';
const viewport = { width: 1280, height: 800 };

const shots = [
  ['items', 'light', openItems],
  ['items-dark', 'dark', openItems],
  ['cart', 'light', openCart],
] as const;

/** The app icon: the logo in white on the brand's colour. A square PNG, because phones round the corners and some do not support SVG. */
async function drawIcon(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
  const logo = encodeURIComponent(readFileSync('src/app/logo.svg', 'utf8'));
  const [, brand] = /--brand: light-dark\((.*?),/.exec(readFileSync('src/app/theme.css', 'utf8')) ?? [];
  if (!brand) throw new Error('theme.css must set --brand to light-dark() with two colours.');
  await page.setContent(`<body style="margin: 0; background: ${brand}">
    <div style="height: 180px; background: #fff; mask: url('data:image/svg+xml,${logo}') center / 67% no-repeat">`);
  await page.screenshot({ path: 'src/app/icon.png' });
  await page.close();
}

async function openItems(page: Page) {
  await page.goto('/items');
  await page.getByText('60 items').waitFor();
}

async function openCart(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password);
  await page.getByRole('button', { name: 'Login' }).click();
  for (const name of ['Stoneware Mug', 'Stoneware Mug', 'Trail Backpack 24L', 'The Quiet Garden']) {
    const added = page.waitForResponse('**/cart/add');
    await page.getByRole('article', { name }).getByRole('button', { name: 'Add to Cart' }).click();
    await added;
  }
  await page.getByRole('link', { name: 'Cart' }).click();
  await page.getByRole('region', { name: 'Summary' }).waitFor();
}

await build({ mode: 'mock', logLevel: 'warn' });
const server = await preview({ mode: 'mock', build: { outDir: 'dist-mock' }, preview: { port: 0 } });
const browser = await chromium.launch(chromiumOptions);
await drawIcon(browser);
for (const [name, colorScheme, open] of shots) {
  const baseURL = server.resolvedUrls?.local[0] ?? '';
  const page = await browser.newPage({ baseURL, viewport, colorScheme, reducedMotion: 'reduce' });
  page.on('dialog', (dialog) => dialog.accept());
  await open(page);
  // The mock panel is not part of the store.
  await page.addStyleTag({ content: 'mock-panel { display: none }' });
  await page.screenshot({ path: `${outDir}/${name}.png` });
  await page.close();
  console.log(`${outDir}/${name}.png`);
}
await browser.close();
await server.close();
