import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import type { Page } from '@playwright/test';
import { main } from '../../contract/cli/main';
import { makeBackend } from '../../mocks/backend';
import { demoAccount } from '../../mocks/demoAccount';
import { serveSite } from '../../tools/serve';
import { expect, test } from '../support/fixtures';
import { whenListening } from '../support/hosts';
import { makeScratch } from '../support/scratch';

// The store and the API on two origins: the contract check has to find what Chromium blocks, and nothing else.

type Kind = {
  name: string;
  allowed?: string;
  headers?: string;
  isPreflightRefused?: boolean;
  /** On the way to the cart there is a redirect, with the headers or without. */
  redirect?: 'open' | 'closed';
  blocks: string[];
};

const every = ['getItems', 'login', 'getCart', 'addToCart'];
const kinds: Kind[] = [
  { name: 'lets the store call', allowed: 'STORE', blocks: [] },
  { name: 'lets anybody call', allowed: '*', blocks: [] },
  { name: 'says nothing about other origins', blocks: every },
  { name: 'lets another origin call', allowed: 'https://other.example', blocks: every },
  {
    name: 'takes no token from there',
    allowed: 'STORE',
    headers: 'Content-Type',
    blocks: ['getCart', 'addToCart'],
  },
  {
    name: 'wants a token for the question before the call',
    allowed: 'STORE',
    isPreflightRefused: true,
    blocks: ['login', 'getCart', 'addToCart'],
  },
  { name: 'sends elsewhere for the cart', allowed: 'STORE', redirect: 'open', blocks: [] },
  {
    name: 'sends elsewhere for the cart, and forgets there who may call',
    allowed: 'STORE',
    redirect: 'closed',
    blocks: ['getCart'],
  },
];

test.use({ allowErrors: /./ });

test('a backend on another origin: the browser and the contract check agree', async ({ page, alerts }) => {
  test.slow();
  const mock = makeBackend({ contract: readFileSync('openapi.yaml', 'utf8') });
  let kind = kinds[0] as Kind;
  let store = '';
  const backend = await whenListening(
    serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const isQuestion = request.method === 'OPTIONS';
        const isSent = kind.redirect && !isQuestion && request.url.endsWith('/cart');
        const answer = isSent
          ? new Response(null, { status: 307, headers: { location: '/api/cart?again' } })
          : isQuestion
            ? new Response(null, { status: kind.isPreflightRefused ? 401 : 204 })
            : await mock.handle(request);
        if (kind.allowed && !(isSent && kind.redirect === 'closed'))
          answer.headers.set('access-control-allow-origin', kind.allowed.replace('STORE', store));
        if (isQuestion)
          answer.headers.set('access-control-allow-headers', kind.headers ?? 'authorization, content-type');
        return answer;
      },
    }),
  );
  const { build, dist } = makeScratch(test.info().outputPath('store'));
  build([], { VITE_API_BASE: `${backend.url}/api` });
  const none = async () => new Response(null, { status: 404 });
  const site = await whenListening(serveSite({ dist, api: none, port: 0 }));
  store = site.url;

  for (kind of kinds) {
    const seen = await blockedInBrowser(page, store, alerts, backend.url);
    expect(seen, `Chromium, at a backend that ${kind.name}`).toEqual(kind.blocks);
    const journeys = await checkOrigins(`${backend.url}/api`, store);
    const found = every.filter((id) => journeys.some((journey) => journey.id === `${id} across origins`));
    expect(found, `the contract check, at a backend that ${kind.name}`).toEqual(kind.blocks);
  }
  await site.stop();
  await backend.stop();
});

/** The journeys of the contract check that fail for a store on this origin. */
async function checkOrigins(api: string, origin: string): Promise<{ id: string }[]> {
  const only = every.map((id) => `${id} across origins`).join();
  let json = '';
  const stdout = { write: (text: string) => (json += text) };
  const args = ['check', api, '--origin', origin, '--only', only, '--json', '-'];
  await main(args, { stdout, stderr: { write: () => true }, env: process.env });
  const { journeys } = JSON.parse(json) as { journeys: { id: string; status: string }[] };
  return journeys.filter(({ status }) => status === 'failed');
}

/** The operations that the store on this origin cannot use. */
async function blockedInBrowser(page: Page, store: string, alerts: string[], api: string): Promise<string[]> {
  const blocked: string[] = [];
  const note = (id: string, isBlocked: boolean) => isBlocked && blocked.push(id);
  const nextAlert = async (act: () => Promise<unknown>) => {
    const count = alerts.length;
    await act();
    await expect.poll(() => alerts.length).toBeGreaterThan(count);
    return alerts.at(-1);
  };

  await page.goto(`${store}/items`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${store}/items`);
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  await expect(add.or(page.getByRole('button', { name: 'Try again' }))).toBeVisible();
  const hasItems = await add.isVisible();
  note('getItems', !hasItems);

  await page.goto(`${store}/login`);
  await page.getByLabel('Email').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password);
  const login = await nextAlert(() => page.getByRole('button', { name: 'Login' }).click());
  note('login', login !== 'Login successful');

  const answer = await fetch(`${api}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoAccount.email, password: demoAccount.password }),
  });
  const { token } = await answer.json();
  await page.evaluate((it) => localStorage.setItem('token', it), token);
  const count = alerts.length;
  await page.goto(`${store}/cart`);
  await expect
    .poll(
      async () =>
        alerts.length > count ||
        (await page
          .getByText(/Your cart is empty|Remove/)
          .first()
          .isVisible()),
    )
    .toBe(true);
  note('getCart', alerts.length > count);

  // Without a list there is nothing to press.
  if (!hasItems) return [...blocked, 'addToCart'];
  await page.goto(`${store}/items`);
  note('addToCart', (await nextAlert(() => add.click())) !== 'Item added to cart!');
  return blocked;
}
