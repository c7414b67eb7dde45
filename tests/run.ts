import { execSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { installMissing, type Program } from './support/needs.ts';
import { readPace } from './support/pace.ts';
import { type Count, runSteps, type Step, sideBySide, sum } from './support/steps.ts';

/** Everything that `npm test` runs: what takes longest first, so that all end together. */
const steps: Step[] = [
  { name: 'Mock build', command: 'npm run build:mock' },
  { name: 'Production build', command: 'npm run build' },
  playwright('Browser journeys', 'e2e', ['chromium'], 'Mock build'),
  playwright('The production build', 'build', ['chromium'], 'Production build'),
  playwright('Deployed, in Firefox', 'firefox', ['firefox', 'nginx'], 'Production build'),
  playwright('Deployed, in WebKit', 'webkit', ['webkit', 'nginx'], 'Production build'),
  {
    name: 'Unit and page tests',
    command: 'npm run test:unit -- --maxWorkers=1',
    report: 'test-results/unit.json',
    read: readVitest,
  },
  playwright('Deployed behind nginx', 'deploy', ['chromium', 'nginx'], 'Production build'),
  {
    name: 'Contract check, on good and broken backends',
    command: 'npm run test:contract',
    report: 'test-results/contract.json',
    read: readVitest,
  },
  { name: 'Types', command: 'npm run typecheck' },
  { name: 'Lint', command: 'npm run lint' },
  { name: 'Lint of openapi.yaml', command: 'npm run lint:api' },
  { name: 'Client in step with openapi.yaml', command: 'npm run codegen -- --check' },
];

/** One suite of playwright.config.ts, on the builds that are there. */
function playwright(name: string, project: string, programs: Program[], build: string): Step {
  const command = `npx playwright test --project=${project} --no-deps`;
  return {
    name,
    command: `REPORT=${project} ${command} --workers=1`,
    after: [build],
    needs: programs,
    report: `test-results/${project}.json`,
    read: readPlaywright,
    countTests: () => Number(/Total: (\d+)/.exec(execSync(`${command} --list`, { encoding: 'utf8' }))?.[1]),
  };
}

function readVitest(report: string): Count {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(report);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function readPlaywright(report: string): Count {
  const { expected, unexpected, flaky, skipped } = JSON.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** The seconds that all processors of the machine have worked for programs. */
const worked = () =>
  cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0) / 1000;
const before = worked();

if (process.env.CI) installMissing();
mkdirSync('test-results', { recursive: true });
// Each has its share of the machine.
process.env.PACE = String((readPace() * sideBySide) / availableParallelism());
const all = await runSteps(steps);
const total = sum(all);
console.table(
  Object.fromEntries(
    [
      ...all,
      { name: 'All, whole machine', ...total, wall: performance.now() / 1000, processor: worked() - before },
    ].map(({ name, wall, processor, ...count }) => [
      name,
      { ...count, 'wall s': Math.round(wall), 'processor s': Math.round(processor) },
    ]),
  ),
);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed ? 1 : 0;
