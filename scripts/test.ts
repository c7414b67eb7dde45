import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './chromium.ts';

type Count = { passed: number; failed: number };

/** Everything that `npm test` runs, in order. A step with a report counts the tests in it, any other step is one. */
const steps: { name: string; command: string; report?: string; read?: (report: string) => Count }[] = [
  { name: 'Client in step with openapi.yaml', command: 'npm run codegen -- --check' },
  { name: 'Lint', command: 'npm run lint' },
  { name: 'Types', command: 'npm run typecheck' },
  {
    name: 'Unit and page tests',
    command: 'npm run test:unit',
    report: 'test-results/unit.json',
    read: readVitest,
  },
  { name: 'Production build', command: 'npm run build' },
  { name: 'Browser journeys', command: 'npm run e2e', report: 'test-results/e2e.json', read: readPlaywright },
];

function readVitest(report: string): Count {
  const { numPassedTests, numFailedTests } = JSON.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

function readPlaywright(report: string): Count {
  const { expected, unexpected, flaky } = JSON.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky };
}

function run({ command, report, read }: (typeof steps)[number]): Count {
  if (report) rmSync(report, { force: true });
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  const counted =
    report && read && existsSync(report) ? read(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 };
  if (status !== 0) return { ...counted, failed: Math.max(counted.failed, 1) };
  return report ? counted : { passed: 1, failed: 0 };
}

ensureChromium();
const total: Count = { passed: 0, failed: 0 };
for (const [index, step] of steps.entries()) {
  console.log(`\n— ${index + 1}/${steps.length} ${step.name}: ${step.command}`);
  const { passed, failed } = run(step);
  if (failed) console.error(`✗ ${step.name} failed.`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
