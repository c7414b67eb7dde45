import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA, and best practice. In dark mode, only the rules whose outcome depends on colours. */
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast', 'link-in-text-block'],
};

/** The controls of the page, in its order. From now on, `focused` lists those that get focus. Runs in the page. */
export function recordFocus() {
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
export async function findViolations(page: Page) {
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
