import { expect, test } from '../support/fixtures';
import type { Shopper } from '../support/shopper';

// Only in Firefox: Chromium's headless shell and Playwright's Chromium have no bfcache.

/** Leaves the page and goes back, until it shows a text. Returns whether the browser restored the page. */
async function leaveAndReturn(shopper: Shopper, text: string) {
  // A page that is being replaced cannot be read.
  const readPage = () => shopper.evaluate(() => document.body.innerText).catch(() => '');
  await shopper.evaluate(() => void Object.assign(window, { isRestored: true }));
  await shopper.open('/robots.txt');
  await expect.poll(readPage).toContain('User-agent');
  // Playwright's goBack() would wait for the page to load.
  await shopper.evaluate(() => history.back());
  await expect.poll(readPage).toContain(text);
  return shopper.evaluate(() => 'isRestored' in window);
}

test('the list and the cart are loaded once when the browser restores their page', async ({
  shopper,
  backend,
}) => {
  // Playwright may miss requests of a page that is being restored.
  const readCalls = () => backend.calls().map(({ call }) => call);
  await shopper.logIn();
  const expected = [...readCalls()];
  for (const [address, text] of [
    ['/items?category=Books', '7 items'],
    ['/cart', 'Your cart is empty.'],
  ] as const) {
    const call = `GET /api${address}`;
    expected.push(call);
    await shopper.open(address);
    await shopper.expectText(text);
    // The browser restores a page in most cases, not always.
    const leaveOnce = () => {
      expected.push(call);
      return leaveAndReturn(shopper, text);
    };
    await expect.poll(leaveOnce).toBe(true);
    await expect.poll(readCalls).toEqual(expected);
  }
});
