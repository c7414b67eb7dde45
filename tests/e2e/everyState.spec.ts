import { findUnreachable, findViolations } from '../support/accessibility';
import { expect, test } from '../support/fixtures';
import { findFlaws, findSmallTargets, setWidth } from '../support/layout';
import { reach, stateErrors, stateGroups } from '../support/states';

test.use({ allowErrors: stateErrors });

// One visit for all checks, because reaching the states takes much of the time.
for (const { group, tag, states } of stateGroups)
  test(`in ${group}, axe finds no violation, no control is left out of the Tab order, nothing is cut off, broken or too wide, and controls fit a finger`, {
    tag,
  }, async ({ page, shopper, backend }) => {
    const devtools = await page.context().newCDPSession(page);
    for (const state of states) {
      await test.step(state.name, async () => {
        await reach(state, shopper, backend);

        const violations = await findViolations(page);
        expect.soft(violations, `${state.name}, ${violations[0]}`).toEqual([]);
        expect.soft(await page.evaluate(findUnreachable), `${state.name}, not in the Tab order`).toEqual([]);

        // The page is laid out, but not painted, which saves an eighth of the time.
        await page.locator('html').evaluate((root) => root.style.setProperty('visibility', 'hidden'));
        // An applied price must fit next to the texts around it at every size.
        for (const size of state.address.includes('price') ? [32, 28, 24, 20, 16] : [32, 24, 16]) {
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
          await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
          const flaws = await findFlaws(page, devtools);
          expect.soft(flaws, `${state.name}, text of ${size} px, ${flaws[0]}`).toEqual([]);
        }
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
        await setWidth(devtools, 320);
        expect.soft(await page.evaluate(findSmallTargets), `${state.name}, on a phone`).toEqual([]);
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      });
      // All flaws of one state, but not the same flaws of every state.
      if (test.info().errors.length > 0) break;
    }
  });
