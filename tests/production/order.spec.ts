import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { hold, holdBundle } from '../support/hold';
import { startBuild } from '../support/hosts';

test.use({ allowErrors: refusedCalls });

test('first cards that can be drawn come before the bundle runs', async ({ page, calls }) => {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (draw) => {
      if (!document.querySelector('article')) return requestAnimationFrame(draw);
      Object.assign(window, { drawFrame: () => requestAnimationFrame(draw) });
      return 0;
    };
  });
  const releaseBundle = await holdBundle(page);
  await page.goto('/items', { waitUntil: 'commit' });
  await expect(page.locator('article')).toHaveCount(24);
  const bundle = page.waitForEvent('requestfinished', (it) => it.url().endsWith('.js'));
  releaseBundle();
  await bundle;
  // Its first act is to ask for the frame.
  await expect.poll(() => page.evaluate('typeof drawFrame')).toBe('function');
  await expect(page.locator('html.early')).toHaveCount(1);
  await page.evaluate('void drawFrame()');
  await hydrated(page);
  await expect(page.locator('article')).toHaveCount(60);
  expect(calls).toEqual(['GET /items']);
});

test('a list that is still coming keeps the bundle from nothing', async ({ page }) => {
  const { url, backend, stop } = await startBuild();
  const { come } = backend.delay('/api/items', 'comes in pieces');
  const releaseBundle = await holdBundle(page);
  await page.goto(`${url}/items`, { waitUntil: 'commit' });
  // Its first piece is there.
  await page.evaluate('early.call.response.then(() => {})');
  releaseBundle();
  await hydrated(page);
  come();
  await expect(page.getByText('60 items')).toBeVisible();
  await stop();
});

for (const [address, call] of [
  ['/items', '**/api/items'],
  ['/cart', '**/api/cart'],
] as const)
  test(`an answer that is not there yet keeps the bundle of ${address} from nothing`, async ({ page }) => {
    await hold(page, call);
    await page.addInitScript(() => {
      // No clock is what lets it run.
      const { setTimeout } = window;
      window.setTimeout = ((act: () => void, ms = 0) => setTimeout(act, ms && 1e6)) as typeof setTimeout;
    });
    await page.goto(address, { waitUntil: 'commit' });
    await hydrated(page);
    await expect(page.getByText(/^Loading /)).toBeVisible();
  });

test('the bundle runs and takes the page over in many tasks', async ({ page }) => {
  // So slow that no part of it is done in the 5 ms of a slice.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const counts = { slices: 0 };
    Object.assign(window, { counts });
    // React asks for its next slice by a message to itself.
    MessagePort.prototype.postMessage = function (...message: [never]) {
      if (document.querySelector('html.early')) counts.slices++;
      return postMessage.apply(this, message);
    };
  });
  await page.goto('/items');
  await hydrated(page);
  expect(await page.evaluate('counts.slices')).toBeGreaterThan(2);
});
