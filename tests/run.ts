import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

import { canInstall } from './support/debian.ts';
import { findFirefox } from './support/firefox.ts';

type Count = { passed: number; failed: number };

type Step = {
  name: string;
  command: string;
  /** The file that the step writes, and how to count the tests in it. A step without is one test. */
  report?: string;
  read?: (report: string) => Count;
};

/** Everything that `npm test` runs, in order. */
const steps: Step[] = [
  { name: 'Client in step with openapi.yaml', command: 'npm run codegen -- --check' },
  { name: 'Lint', command: 'npm run lint' },
  { name: 'Lint of openapi.yaml', command: 'npm run lint:api' },
  { name: 'Types', command: 'npm run typecheck' },
  {
    name: 'Unit and page tests',
    command: 'npm run test:unit',
    report: 'test-results/unit.json',
    read: readVitest,
  },
  {
    name: 'Contract check, on good and broken backends',
    command: 'npm run test:contract',
    report: 'test-results/contract.json',
    read: JSON.parse,
  },
  { name: 'Production build', command: 'npm run build' },
  playwright('Bytes, requests, hydration and long lists of the build', 'test:build', 'build'),
  playwright('Browser journeys', 'e2e', 'e2e'),
  playwright('Deployed behind nginx', 'e2e:deploy', 'e2e-deploy'),
];

if (findFirefox() || canInstall()) {
  steps.push(playwright('Deployed, in Firefox', 'e2e:firefox', 'e2e-firefox'));
} else {
  console.log('There is no Firefox, and none can be installed: its journeys are left out.');
}

function playwright(name: string, script: string, report: string): Step {
  return { name, command: `npm run ${script}`, report: `test-results/${report}.json`, read: readPlaywright };
}

function readVitest(report: string): Count {
  const { numPassedTests, numFailedTests } = JSON.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

function readPlaywright(report: string): Count {
  const { expected, unexpected, flaky } = JSON.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky };
}

function run({ command, report, read }: Step): Count {
  if (report) rmSync(report, { force: true });
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (!report || !read) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = existsSync(report)
    ? read(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 0 };
  // A step that ran no test, or failed beside its tests, has failed.
  const isWhole = status === 0 && passed > 0;
  return { passed, failed: isWhole ? failed : Math.max(failed, 1) };
}

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
