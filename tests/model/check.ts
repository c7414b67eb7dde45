import { spawnSync } from 'node:child_process';
import { planted } from './planted.ts';

/**
 * Whether the walks find each planted fault, in as many walks as `npm run walks` takes; the first verdict is of the store as it is.
 * `npm run walks:check [-- part of a name]`
 */
const [, , part = ''] = process.argv;
const { SEED = String(Date.now() % 2 ** 31), WALKS = '1000' } = process.env;

/** Where the walks found the fault, or undefined. */
function find(plant: string) {
  const env = { ...process.env, PLANT: plant, SEED, WALKS, NO_COLOR: '1' };
  const args = ['vitest', 'run', '--project', 'walks', '--bail', '1', 'settled', 'hurried'];
  const { stdout, stderr } = spawnSync('npx', args, { env, encoding: 'utf8' });
  const [, temper, seed] = /in a (\w+) walk; to repeat it: SEED=(\d+)/.exec(stderr) ?? [];
  if (seed) return `in ${temper} walk ${Number(seed) - Number(SEED) + 1}`;
  if (!/Tests +2 passed/.test(stdout)) throw new Error(stdout + stderr);
}

console.log(`To repeat: SEED=${SEED} WALKS=${WALKS}`);
const isWrong = find('none');
console.log(`${isWrong ? '✗' : '✓'} nothing planted: ${isWrong ?? 'nothing found'}`);
const count = { found: 0, 'not found': 0 };
for (const [index, { name }] of planted.entries()) {
  if (!name.includes(part)) continue;
  const place = find(String(index));
  count[place ? 'found' : 'not found'] += 1;
  console.log(`${place ? '✓' : '✗'} ${name}: ${place ?? 'not found'}`);
}
console.log(`${count.found} found, ${count['not found']} not found`);
process.exitCode = isWrong || count['not found'] || !count.found ? 1 : 0;
