import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '../support/fixtures';
import type { Shopper } from '../support/shopper';

// Only in Firefox: Chromium's headless shell and Playwright's Chromium have no bfcache.

const test = base.extend<{ otherSite: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  otherSite: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Another site</title><button onclick="history.back()">Back</button>');
    }).listen();
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    server.close();
  },
});

/** Opens another site and goes back, until the page shows a text. Returns whether the browser restored the page. */
async function leaveAndReturn(shopper: Shopper, otherSite: string, text: string) {
  // A page that is being replaced cannot be read.
  const readPage = () => shopper.evaluate(() => document.title + document.body.innerText).catch(() => '');
  await shopper.evaluate(() => void Object.assign(window, { isRestored: true }));
  await shopper.open(otherSite);
  await expect.poll(readPage).toContain('Another site');
  // Playwright's goBack() would wait for the page to load.
  await shopper.clickButton('Back');
  await expect.poll(readPage).toContain(text);
  return shopper.evaluate(() => 'isRestored' in window);
}

for (const [address, text] of [
  ['/items?category=Books', '7 items'],
  ['/cart', 'Your cart is empty.'],
] as const) {
  test(`${address} is loaded once when the browser restores the page`, async ({
    shopper,
    otherSite,
    backend,
  }) => {
    // Playwright may miss requests of a page that is being restored.
    const readCalls = () => backend.calls().map(({ call }) => call);
    const call = `GET /api${address}`;
    await shopper.logIn();
    const expected = [...readCalls(), call];
    await shopper.open(address);
    await shopper.expectText(text);
    // The browser restores a page in most cases, not always.
    const leaveOnce = () => {
      expected.push(call);
      return leaveAndReturn(shopper, otherSite, text);
    };
    await expect.poll(leaveOnce).toBe(true);
    await expect.poll(readCalls).toEqual(expected);
  });
}
