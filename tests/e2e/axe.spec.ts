import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { expect, refusedCalls, test } from '../support/fixtures';
import { reach, states } from '../support/states';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA, and best practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

test.use({
  allowErrors: new RegExp(`${refusedCalls.source}|broken on purpose|rows that do not match`),
  contextOptions: { reducedMotion: 'reduce' },
  // The control adds a style.
  bypassCSP: true,
});

for (const isVisitor of [true, false])
  test(`axe reports no violation in any state of a ${isVisitor ? 'visitor' : 'shopper'}`, async ({
    page,
    shopper,
    backend,
  }) => {
    for (const state of states.filter(({ cart }) => (cart === undefined) === isVisitor))
      await test.step(state.name, async () => {
        await reach(state, shopper, backend);
        expect.soft(await findViolations(page), state.name).toEqual({});
      });
  });

test('control: axe reports a violation at one width or in one colour scheme', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Signup' })).toBeVisible();
  await page.addStyleTag({
    content: `
      @media (prefers-color-scheme: dark) and (width < 1000px) { h1 { color: #222 !important } }
      @media (width > 1000px) { h1 { display: none } }`,
  });
  expect(await findViolations(page)).toEqual({
    '360 px, dark': [expect.stringMatching('^color-contrast: <h1')],
    '1280 px, light': [expect.stringMatching('^page-has-heading-one')],
  });
});

/** The violations by width and colour scheme. */
async function findViolations(page: Page) {
  await page.evaluate(axe);
  const found: Record<string, string[]> = {};
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, runOnly] of [
      ['light', allRules],
      ['dark', colourRules],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const lines = await page.evaluate(async (runOnly) => {
        const { axe } = window as unknown as { axe: typeof axeCore };
        const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }, runOnly as string[]);
      if (lines.length) found[`${width} px, ${colorScheme}`] = lines;
    }
  }
  return found;
}
