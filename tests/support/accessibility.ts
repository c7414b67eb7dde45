import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA, and best practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** The controls that Tab leaves out. axe finds a `tabIndex` above 0. Runs in the page. */
export const findUnreachable = () =>
  [...document.querySelectorAll<HTMLElement>('#root :is(a, button, input, select)')]
    .filter(({ tabIndex }) => tabIndex < 0)
    .map(({ outerHTML }) => outerHTML);

/** The violations, such as "360 px, light: color-contrast of …". */
export async function findViolations(page: Page) {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const runOnly = colorScheme === 'light' ? allRules : rulesOfColours;
      const options = { runOnly, resultTypes: ['violations'] };
      const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
      for (const { id, nodes } of violations)
        for (const { html, failureSummary } of nodes)
          found.push(`${width} px, ${colorScheme}: ${id} of ${html}: ${failureSummary}`);
    }
  }
  return found;
}
