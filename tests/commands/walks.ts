import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { plantedFaults } from '../walks/plantedFaults.ts';

/**
 * `npm run walks -- --count 1000 --seed 1` takes 1,000 walks of each pace.
 * `npm run walks -- --check` reports whether they find each planted fault, or each with a part of its name.
 */
const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    check: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function walk(fault: string, stdio: 'inherit' | 'pipe') {
  const env = { ...process.env, WALKS: values.count, SEED: values.seed, PLANTED_FAULT: fault };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'walks', '--bail', '1', 'random'];
  return spawnSync(process.execPath, args, { env, stdio, encoding: 'utf8' });
}

function isFound({ name }: { name: string }) {
  const { status, stderr } = walk(name, 'pipe');
  const [place] = /in a \w+ walk\b.*/.exec(stderr) ?? [];
  if (status !== 0 && !place) throw new Error(stderr);
  console.log(`${place ? '✓' : '✗'} ${name}: ${place ?? 'not found'}`);
  return place;
}

if (values.check) {
  const faults = plantedFaults.filter(({ name }) => name.includes(positionals[0] ?? ''));
  const found = faults.filter(isFound);
  console.log(`${found.length} of ${faults.length} faults found`);
  process.exitCode = found.length === faults.length ? 0 : 1;
} else process.exitCode = walk('', 'inherit').status ?? 1;
