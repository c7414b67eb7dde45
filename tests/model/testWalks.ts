import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { openShop } from './openShop';
import { openTab } from './page';
import { checkWalks, type Temper } from './walk';

const walks = Number(process.env.WALKS ?? 50);
// The same walks at each run, so that what is red was made red by a change; other seeds are for looking further.
const seed = Number(process.env.SEED ?? 1);

/** A file for each temper calls it, so that two processors walk. */
export async function testWalks(temper: Temper) {
  const shop = await openShop(readFileSync('openapi.yaml', 'utf8'));

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test(`${temper} walks`, async () => {
    const start = process.cpuUsage();
    const steps = await checkWalks(temper, { walks, seed, isShortened: !process.env.PLANT }, async () => {
      shop.reset();
      return openTab(shop);
    });
    const { user, system } = process.cpuUsage(start);
    console.log(
      `${walks} ${temper} walks from seed ${seed}, ${steps} steps: ${Math.round((user + system) / 1000)} ms`,
    );
  });
}
