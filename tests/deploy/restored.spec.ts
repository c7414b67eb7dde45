import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '../support/fixtures';

const test = base.extend<{ elsewhere: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  elsewhere: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Elsewhere</title>');
    }).listen();
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    server.close();
  },
});

// Not in WebKit, whose driver never answers after it has gone back to another site.
test('Back from another site is an arrival: the list is loaded once, and no password is left', async ({
  shopper,
  site,
  elsewhere,
}, { project }) => {
  let returns = 0;
  /** Whether the browser had kept the page. */
  async function leaveAndReturn(text: string) {
    returns += 1;
    await shopper.look(() => void Object.assign(window, { isKept: true }));
    // While the page changes, it answers nothing, or is the one before.
    const title = () => shopper.look(() => document.title).catch(() => '');
    await shopper.open(elsewhere);
    await expect.poll(title).toBe('Elsewhere');
    // Playwright waits at times for a page that need not load.
    await shopper.look(() => void setTimeout(() => history.back()));
    await expect.poll(title).toContain('Our Store');
    // Left before, a page that is opened anew would not have asked.
    await expect.poll(() => shopper.look(() => document.body.innerText).catch(() => '')).toContain(text);
    return shopper.look(() => 'isKept' in window);
  }
  // Playwright lets Chromium keep none. Firefox does not keep every one.
  const isKept = project.name === 'firefox';

  await shopper.open('/items?category=Books');
  await shopper.sees('7 items');
  await expect.poll(() => leaveAndReturn('7 items')).toBe(isKept);
  const calls = () => 'release' in site && site.backend.calls().map(({ call }) => call);
  const expected = Array(1 + returns).fill('GET /api/items?category=Books');
  await expect.poll(calls).toEqual(expected);
  await shopper.sees('7 items');

  await shopper.open('/login');
  await expect
    .poll(async () => {
      await shopper.fill('Password', 'old');
      return leaveAndReturn('Login to Your Account');
    })
    .toBe(isKept);
  await shopper.finds({ Email: '', Password: '' });
  expect(calls()).toEqual(expected);
});
