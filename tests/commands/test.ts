import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { readPace } from '../support/pace.ts';
import type { ProgramName } from '../support/programs.ts';
import { CONCURRENCY, runSuites, type Suite, sum } from '../support/suites.ts';

/** Everything that `npm test` runs. Suites that run or wait long start first. Each command also works by hand. */
const suites: Suite[] = [
  { name: 'production build', command: 'npm run build' },
  { name: 'mock build', command: 'npm run build -- --mode mock' },
  {
    name: 'contract kit',
    command: 'npm run test:contract',
    needs: ['openssl'],
    report: 'test-results/contract.json',
  },
  playwright('chromium', ['chromium']),
  {
    name: 'unit and page tests',
    command: 'npm run test:unit -- --maxWorkers=1 --reporter=dot --reporter=json',
    report: 'test-results/unit.json',
  },
  playwright('build', ['chromium']),
  playwright('firefox', ['firefox']),
  playwright('deploy', ['chromium', 'nginx']),
  playwright('mock', ['chromium'], 'mock build'),
  playwright('webkit', ['webkit']),
  { name: 'types', command: 'npm run typecheck' },
  { name: 'lint', command: 'npm run lint' },
  { name: 'generated client', command: 'npm run codegen -- --check' },
];

/** A project of playwright.config.ts, without the projects that build: their suites have run. */
function playwright(project: string, needs: ProgramName[], build = 'production build'): Suite {
  return {
    name: project,
    // Stops where the cause is clear: one broken thing makes many tests wait. The rest counts as skipped.
    command: `npm run e2e -- --no-deps --project=${project} --workers=1 --max-failures=5`,
    env: { REPORT: project },
    after: [build],
    needs,
    report: `test-results/${project}.json`,
  };
}

/** The seconds of processor time that the whole machine has spent. */
const processorSeconds = () =>
  cpus().reduce((total, { times: { user, nice, sys } }) => total + user + nice + sys, 0) / 1000;

const start = processorSeconds();
mkdirSync('test-results', { recursive: true });
// Suites run in parallel, so each gets a part of the processors.
process.env.PACE = String((readPace() * CONCURRENCY) / availableParallelism());
const results = await runSuites(suites);
const { passed, failed, skipped } = sum(results);
console.table(Object.fromEntries(results.map(({ name, ...counts }) => [name, counts])));
console.log(
  `${process.uptime().toFixed(0)} s, ${(processorSeconds() - start).toFixed(0)} s of processor time`,
);
// The last line, alone: CI reads it.
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed ? 1 : 0;
