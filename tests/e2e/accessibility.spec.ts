import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from '../support/fixtures';
import { reach, stateErrors, stateGroups } from '../support/states';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA, and best practice. In dark mode, only the rules whose outcome depends on colours. */
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast', 'link-in-text-block'],
};

test.use({ allowErrors: stateErrors, contextOptions: { reducedMotion: 'reduce' } });

for (const { group, tag, states } of stateGroups)
  test(`in ${group}, axe finds no violation, and Tab reaches every control in the order of the page`, {
    tag,
  }, async ({ page, shopper, backend }) => {
    for (const state of states)
      await test.step(state.name, async () => {
        await reach(state, shopper, backend);
        const violations = await findViolations(page);
        expect(violations, `${state.name}, ${violations[0]}`).toEqual([]);
        // After an act, Tab would start at the element that was clicked.
        if (state.act) return;
        await shopper.expectHydrated();
        const controls = await page.evaluate(recordFocus);
        for (const _ of controls) await page.keyboard.press('Tab');
        expect(await page.evaluate('focused'), `${state.name}, order of focus`).toEqual(controls);
      });
  });

/** The controls of the page, in its order. From now on, `focused` lists those that get focus. Runs in the page. */
function recordFocus() {
  const controls = [...document.querySelectorAll('a, button, input, select')].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  );
  const nameOf = (control: Element) => `${controls.indexOf(control)}: ${control.textContent || control.id}`;
  const focused: string[] = [];
  Object.assign(window, { focused });
  addEventListener('focusin', ({ target }) => focused.push(nameOf(target as Element)));
  return controls.map(nameOf);
}

/** The violations, such as "360 px, light: color-contrast of …". */
async function findViolations(page: Page) {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const options = { runOnly: rules[colorScheme], resultTypes: ['violations'] };
      const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
      for (const { id, nodes } of violations)
        for (const { html, failureSummary } of nodes)
          found.push(`${width} px, ${colorScheme}: ${id} of ${html}: ${failureSummary}`);
    }
  }
  return found;
}
