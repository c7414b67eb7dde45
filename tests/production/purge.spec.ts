import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import postcss from 'postcss';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { readFullStyles } from '../support/fullStyles';
import { headings } from '../support/screens';

test.use({ allowErrors: refusedCalls });

const lamp = { item: { _id: 'lamp', name: 'Desk Lamp', price: 39 }, quantity: 2 };
const gone = { item: null, quantity: 1 };
const button = (page: Page, name: string) => page.getByRole('button', { name }).first();
const signIn = (page: Page) => page.addInitScript(() => localStorage.setItem('token', 'stored'));

/** Every look of the store: how it comes about, and what shows that it is there. */
const states: Record<string, (page: Page) => Promise<string>> = {
  ...Object.fromEntries(
    Object.entries(headings).map(([address, text]) => [address, (page: Page) => open(page, address, text)]),
  ),
  'a list': (page) => open(page, '/items', '60 items'),
  'no items': (page) => open(page, '/items?category=None', 'No items match these filters.'),
  'a failed cart': (page) => open(page, '/cart', 'Your cart could not be loaded.'),
  async 'a failed list'(page) {
    await page.route('**/api/items', (route) => route.abort());
    return open(page, '/items', 'The items could not be loaded.');
  },
  async 'a list that loads'(page) {
    await page.route('**/api/items', () => {});
    return open(page, '/items', 'Loading items…');
  },
  async 'a list that loads again'(page) {
    await open(page, '/items', '60 items');
    await page.route('**/api/items*', () => {});
    await button(page, 'Apply Filters').click();
    return 'Loading items…';
  },
  async 'a cart that loads'(page) {
    await page.route('**/api/cart', () => {});
    return open(page, '/cart', 'Your Shopping Cart');
  },
  async 'an empty cart'(page) {
    await page.route('**/api/cart', (route) => route.fulfill({ json: [] }));
    return open(page, '/cart', 'Your cart is empty.');
  },
  async 'a filled cart of a shopper'(page) {
    await signIn(page);
    await page.route('**/api/cart', (route) => route.fulfill({ json: [lamp, gone] }));
    return open(page, '/cart', 'Item no longer available');
  },
  async 'a removal under way'(page) {
    await page.route('**/api/cart', (route) => route.fulfill({ json: [lamp] }));
    await page.route('**/api/cart/remove', () => {});
    await open(page, '/cart', 'Desk Lamp');
    await button(page, 'Remove').click();
    await page.locator('.spinner-border').waitFor();
    return 'Desk Lamp';
  },
  async 'an addition under way'(page) {
    await page.route('**/api/cart/add', () => {});
    await open(page, '/items?category=Toys', '6 items');
    await button(page, 'Add to Cart').click();
    await page.locator('.spinner-border').waitFor();
    return '6 items';
  },
};

async function open(page: Page, address: string, text: string) {
  await page.goto(address);
  await hydrated(page);
  return text;
}

type Declaration = {
  /** What it is about. */
  selector: string;
  /** What a sheet says that needs it: its custom property, or its animation. Without, it is needed wherever it matches. */
  use?: string;
};

/** Every declaration of a sheet for every selector, by its full text with the `@media` around it. */
function read(css: string) {
  const declarations = new Map<string, Declaration>();
  postcss.parse(css).walkDecls((decl) => {
    const rule = decl.parent as postcss.Rule;
    const around = rule.parent?.type === 'atrule' ? (rule.parent as postcss.AtRule) : undefined;
    for (const selector of rule.selectors) {
      const key = `${around?.params} ${selector} ${decl}`;
      if (around?.name === 'keyframes') declarations.set(key, { selector: ':root', use: around.params });
      else declarations.set(key, { selector, ...(decl.prop.startsWith('--') && { use: decl.prop }) });
    }
  });
  return declarations;
}

/** What a purged sheet lacks, as selectors without what depends on the pointer, the focus or an input's content. */
function findLost(full: ReturnType<typeof read>, purged: string): string[] {
  const kept = read(purged);
  const isUsed = (name: string) => new RegExp(`(var\\(|animation.*)${name}\\b(?!-)`).test(purged);
  // A variable that the same selector sets anew later, the build leaves out where it is set first.
  const set = new Set([...kept.values()].map(({ selector, use }) => `${selector} ${use}`));
  const lost = [...full].filter(
    ([key, { selector, use }]) => !kept.has(key) && (!use || (isUsed(use) && !set.has(`${selector} ${use}`))),
  );
  const tidy = (selector: string) =>
    parts
      .reduce((text, [part, owner]) => text.replace(part, owner), selector)
      .replace(/:-\w+-any\(/g, ':is(')
      .replace(passing, '')
      .replace(bare, '$&*');
  return [...new Set(lost.map(([, { selector }]) => tidy(selector)))];
}

/** Parts of fields, and the only fields that have them. */
const parts = [
  [/::(-webkit-file-upload|file-selector)-button/, '[type=file]'],
  [/::-webkit-date[\w-]+/, ':is([type^=date],[type=time],[type=month],[type=week])'],
  [/::-webkit-color[\w-]+/, '[type=color]'],
  [/::-webkit-search[\w-]+/, '[type=search]'],
] as const;
const passing =
  /:not\(:[\w-]+\)|::?(-webkit-|-moz-)[\w-]+|::?(before|after|placeholder|marker)|:(hover|active|focus|focus-visible|focus-within|disabled|checked|indeterminate|read-only|invalid|valid|user-invalid|user-valid|placeholder-shown|autofill)(?![\w-])/g;
/** Where nothing is left of a part of the selector. */
const bare = /(^|[>+~] ?)(?=$|[>+~])/g;

/** The selectors of lost rules that match something in the page. */
const findMissed = (page: Page, lost: string[]) =>
  page.evaluate((selectors) => selectors.filter((selector) => document.querySelector(selector)), lost);

const purged = /<style>(.*?)<\/style>/s.exec(readFileSync('dist/index.html', 'utf8'))?.[1] ?? '';

test('in every state of the store, every rule of the full styles that could match is in the build', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const full = read(await readFullStyles());
  const lost = findLost(full, purged);
  expect(lost.length).toBeGreaterThan(500);
  for (const [state, reach] of Object.entries(states)) {
    await test.step(state, async () => {
      // A page for each: a call that it leaves hanging ends with it.
      const own = await context.newPage();
      await expect(own.getByText(await reach(own)).first()).toBeVisible();
      expect.soft(await findMissed(own, lost), state).toEqual([]);
      await own.close();
    });
  }
  // The check itself: rules that a purge has taken away.
  await open(page, '/login', 'Login to Your Account');
  for (const rule of [/\.btn-primary\{.*?\}/, /\.btn:disabled\{.*?\}/, /\.skip-link\{.*?\}/]) {
    expect(purged).toMatch(rule);
    expect(await findMissed(page, findLost(full, purged.replace(rule, ''))), String(rule)).not.toEqual([]);
  }
});
