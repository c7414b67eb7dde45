import { test } from 'vitest';
import { openTab } from './page';
import { openShop } from './shop';
import { checkWalk, type Temper } from './walk';

// `npm run walks` is for looking further. The same walks at each run, so that what is red was made red by a change.
const { WALKS, SEED = '1', PLANT, npm_lifecycle_event: script } = process.env;
const walks = Number(WALKS ?? (script === 'walks' ? 1000 : 50));
const seed = Number(SEED);

/** The walks of one temper; those of the other are another file, so that they have a processor of their own. */
export async function testWalks(temper: Temper) {
  const shop = await openShop();
  test(`${temper} walks`, async ({ signal }) => {
    let steps = 0;
    for (let nth = 0; nth < walks && !signal.aborted; nth++)
      steps += await checkWalk(temper, seed + nth, () => openTab(shop), { isShortened: !PLANT });
    console.log(`${walks} ${temper} walks from seed ${seed}, ${steps} steps`);
  });
}
