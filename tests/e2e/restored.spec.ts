import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromiumOptions } from '../../tools/scripts/chromium';
import { test as base, expect } from '../support/deployFixtures';
import { makeGate } from '../support/hold';
import { startBuild } from '../support/hosts';
import type { Shopper } from '../support/shopper';

const test = base.extend<{ elsewhere: string }>({
  // Playwright lets Chromium keep no page, and the one without windows cannot.
  launchOptions: [
    async ({ browserName, launchOptions }, use) =>
      use(
        browserName === 'chromium'
          ? { ...chromiumOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }
          : launchOptions,
      ),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  elsewhere: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Elsewhere</title><button onclick="history.back()">Back</button>');
    }).listen();
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    server.close();
  },
});

/** Goes to another site and Back, until the page has this text. */
async function leaveAndReturn(shopper: Shopper, elsewhere: string, text: string) {
  // While the page changes, it answers nothing, or is the one before.
  const page = () => shopper.look(() => document.title + document.body.innerText).catch(() => '');
  await shopper.look(() => void Object.assign(window, { isKept: true }));
  await shopper.open(elsewhere);
  await expect.poll(page).toContain('Elsewhere');
  // By the browser's own button, Playwright would wait for a page that need not load.
  await shopper.press('Back');
  // Left before, a page that is opened anew would not have asked.
  await expect.poll(page).toContain(text);
}

for (const { address, text, call } of [
  { address: '/items?category=Books', text: '7 items', call: 'GET /api/items?category=Books' },
  { address: '/cart', text: 'Your cart is empty.', call: 'GET /api/cart' },
])
  test(`Back from another site to ${address} is an arrival: it is loaded once`, async ({
    shopper,
    elsewhere,
    store,
  }) => {
    // What a page asks for while it is restored, its driver may not hear.
    const calls = () => store.backend.calls().map((it) => it.call);
    await shopper.logIn();
    const expected = [...calls(), call];
    await shopper.open(address);
    await shopper.sees(text);
    // A browser keeps a page as a rule, not always.
    await expect
      .poll(async () => {
        expected.push(call);
        await leaveAndReturn(shopper, elsewhere, text);
        return shopper.look(() => 'isKept' in window);
      })
      .toBe(true);
    await expect.poll(calls).toEqual(expected);
    await shopper.sees(text);
    expect(calls()).toEqual(expected);
  });

test('Back from another site to a login, nothing that was written is left', async ({
  shopper,
  elsewhere,
}) => {
  await shopper.open('/login');
  await expect
    .poll(async () => {
      await shopper.fill('Email', 'old@example.com');
      await shopper.fill('Password', 'old');
      await leaveAndReturn(shopper, elsewhere, 'Login to Your Account');
      return shopper.look(() => 'isKept' in window);
    })
    .toBe(true);
  await shopper.finds({ Email: '', Password: '' });
});

// Firefox keeps no page whose bundle is on its way.
test('a page that was left before React answered is loaded anew', { tag: '@not-firefox' }, async ({
  shopper,
  elsewhere,
}) => {
  const { opened, open } = makeGate();
  const site = await startBuild({ scriptsAfter: opened });
  const calls = () => site.backend.calls().map((it) => it.call);
  const expected = ['GET /api/items?category=Books'];
  await shopper.open(`${site.url}/items?category=Books`);
  await shopper.sees('7 items');
  await expect
    .poll(async () => {
      expected.push('GET /api/items?category=Books');
      await leaveAndReturn(shopper, elsewhere, '7 items');
      return shopper.look(() => performance.getEntriesByType('navigation')[0]?.toJSON().type);
    })
    // A page that was not kept would be of the type "back_forward".
    .toBe('reload');
  open();
  await expect.poll(() => shopper.look(() => document.querySelector('html.early'))).toBe(null);
  await shopper.sees('7 items');
  expect(calls()).toEqual(expected);
  await site.stop();
});
