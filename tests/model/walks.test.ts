import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { openTab } from './page';
import { openShop } from './shop';
import { checkWalks } from './walk';

const walks = Number(process.env.WALKS ?? 50);
// The same walks at each run, so that what is red was made red by a change; other seeds are for looking further.
const seed = Number(process.env.SEED ?? 1);

const shop = await openShop(readFileSync('openapi.yaml', 'utf8'));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test.each(['settled', 'hurried'] as const)('%s walks', async (temper) => {
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
