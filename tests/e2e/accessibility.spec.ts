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
  allowErrors: new RegExp(`${refusedCalls.source}|broken on purpose|rows: invalid or repeated`),
  contextOptions: { reducedMotion: 'reduce' },
});

test('axe finds no violation in any state', async ({ page, shopper, backend }) => {
  for (const state of states)
    await test.step(state.name, async () => {
      await reach(state, shopper, backend);
      expect.soft(await findViolations(page), state.name).toEqual({});
    });
});

test('Tab reaches every control of every screen, in the order of the page', async ({
  page,
  shopper,
  backend,
}) => {
  // After an act, Tab would start at the element that was clicked.
  for (const state of states.filter(({ act }) => !act))
    await test.step(state.name, async () => {
      await reach(state, shopper, backend);
      await shopper.expectHydrated();
      const controls = await page.evaluate(recordFocus);
      for (const _ of controls) await page.keyboard.press('Tab');
      expect.soft(await page.evaluate('focused'), state.name).toEqual(controls);
    });
});

/** The controls of the page, in its order. From now on, `focused` lists those that get focus. Runs in the page. */
function recordFocus() {
  const controls = [...document.querySelectorAll('a, button, input, select')].filter((control) =>
    control.checkVisibility(),
  );
  const nameOf = (control: Element) => `${controls.indexOf(control)}: ${control.textContent || control.id}`;
  const focused: string[] = [];
  Object.assign(window, { focused });
  addEventListener('focusin', ({ target }) => focused.push(nameOf(target as Element)));
  return controls.map(nameOf);
}

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
