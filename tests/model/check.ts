import { spawnSync } from 'node:child_process';
import { planted } from './planted.ts';

/** Whether the walks find each planted fault, in as many walks as `npm test` takes; the first line is the store as it is. */
const seed = process.env.SEED ?? String(Date.now() % 2 ** 31);

function walk(plant: string) {
  const { stdout, stderr } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'walks', '--bail', '1', 'walks.test'],
    {
      env: { ...process.env, PLANT: plant, SEED: seed, NO_COLOR: '1' },
      encoding: 'utf8',
    },
  );
  const [, temper, walks] = /differ in a (\w+) walk \(after (\d+)\)/.exec(stderr) ?? [];
  const isGreen = /Tests +2 passed/.test(stdout);
  if (!temper && !isGreen) console.error(stdout, stderr);
  return { isGreen, found: temper && `in ${temper} walk ${walks}` };
}

console.log(`To repeat: SEED=${seed}`);
const { isGreen } = walk('none');
console.log(`${isGreen ? '✓' : '✗'} nothing planted, nothing found`);
let missed = isGreen ? 0 : 1;
for (const [index, { name }] of planted.entries()) {
  const { found } = walk(String(index));
  if (!found) missed += 1;
  console.log(`${found ? '✓' : '✗'} ${name}: ${found ?? 'not found'}`);
}
console.log(`${planted.length} planted, ${missed} missed`);
process.exitCode = missed ? 1 : 0;
