import { execSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { text } from 'node:stream/consumers';
import { installMissing, needs, type Program } from './support/needs.ts';
import { readPace } from './support/pace.ts';

type Count = { passed: number; failed: number; skipped: number };

type Step = {
  name: string;
  command: string;
  /** The steps above whose results it uses. */
  after?: string[];
  /** What it cannot run without. */
  needs?: Program[];
  /** The file that the step writes, and how to count the tests in it. A step without is one test. */
  report?: string;
  read?: (report: string) => Count;
  /** How many tests are left out when the step is. */
  countTests?: () => number;
};

/**
 * Everything that `npm test` runs, one more at a time than there are processors, because a browser waits now and then:
 * what takes longest first, so that all end together.
 */
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
    read: (report) => ({ skipped: 0, ...JSON.parse(report) }),
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

/** A step's `processor` lacks the browsers' own processes, which nobody waits for; the last row is all that the machine did. */
type Result = Count & { name: string; wall: number; processor: number };

async function run(step: Step): Promise<Result> {
  const { name, command, report, after = [] } = step;
  const lacking = (step.needs ?? []).filter((program) => !needs[program].isThere());
  if (lacking.length) {
    const names = lacking.map((program) => needs[program].name).join(' and ');
    console.log(`\n⚠ LEFT OUT: ${name}. There is no ${names}; npm run setup installs it.`);
    return { name, passed: 0, failed: 0, skipped: step.countTests?.() ?? 1, wall: 0, processor: 0 };
  }
  const before = await Promise.all(after.map((it) => results.get(it)));
  if (before.some((result) => result?.failed)) {
    console.log(`\n✗ ${name}: not run, because ${after.join(', ')} failed.`);
    return { name, passed: 0, failed: 1, skipped: 0, wall: 0, processor: 0 };
  }
  console.log(`… ${name}: ${command}`);
  if (report) rmSync(report, { force: true });
  const started = performance.now();
  // `times` ends the output with two lines: processor time of the shell, and of all that it has run.
  const shell = spawn('sh', ['-c', `{ ${command}; } 2>&1; code=$?; times; exit $code`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => shell.once('close', resolve));
  const lines = (await text(shell.stdout)).trimEnd().split('\n');
  const [, times = ''] = lines.splice(-2);
  const isGreen = (await exit) === 0;
  const count = { passed: isGreen && !report ? 1 : 0, failed: 0, skipped: 0 };
  if (report && existsSync(report)) Object.assign(count, step.read?.(readFileSync(report, 'utf8')));
  // A step that ran no test, or failed beside its tests, has failed.
  if (!isGreen || !count.passed) count.failed ||= 1;
  console.log(`\n${count.failed ? '✗' : '✓'} ${name}: ${command}\n${lines.join('\n')}`);
  return { name, ...count, wall: (performance.now() - started) / 1000, processor: readTimes(times) };
}

/** The seconds in a line of what `times` prints, such as `0m1.50s 0m0.25s`. */
const readTimes = (line: string) =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);

/** The seconds that all processors of the machine have worked for programs. */
const worked = () =>
  cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0) / 1000;
const before = worked();

const results = new Map<string, Promise<Result>>();
const waiting = [...steps];

async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    results.set(step.name, run(step));
    await results.get(step.name);
  }
}

if (process.env.CI) installMissing();
mkdirSync('test-results', { recursive: true });
const sideBySide = availableParallelism() + 1;
process.env.PACE = String((readPace() * sideBySide) / availableParallelism());
await Promise.all(Array.from({ length: sideBySide }, work));

const all = await Promise.all(results.values());
const sum = (key: keyof Count) => all.reduce((total, result) => total + result[key], 0);
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
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
