import { exec } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ProgramName, programs } from './programs.ts';

export type Suite = {
  name: string;
  command: string;
  /** Variables for the command. Not in the command itself, because Windows has another syntax for them. */
  env?: Record<string, string>;
  /** The suites that must pass first. */
  after?: string[];
  /** The programs that the suite needs. */
  needs?: ProgramName[];
  /** The JSON report of Vitest or Playwright. A suite without a report, or that cannot run, counts as one test. */
  report?: string;
};

export type Result = { name: string; passed: number; failed: number; skipped: number; seconds: number };

/** One more than there are cores, because a browser is sometimes idle. */
export const CONCURRENCY = availableParallelism() + 1;

/** Runs the suites in their order. Prints when each starts and ends, and the output of those that fail. */
export async function runSuites(suites: Suite[]): Promise<Result[]> {
  const results = new Map<string, Promise<Result>>();
  const queue = [...suites];
  async function work() {
    for (let suite = queue.shift(); suite; suite = queue.shift()) {
      const result = run(suite, results);
      results.set(suite.name, result);
      await result;
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return Promise.all(results.values());
}

export function sum(results: Result[]) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

async function run(suite: Suite, results: Map<string, Promise<Result>>): Promise<Result> {
  const { name, command, env, after = [], needs = [], report } = suite;
  const result = { name, passed: 0, failed: 0, skipped: 0, seconds: 0 };
  const skip = (reason: string) => {
    console.log(`- ${name}: ${reason}`);
    return { ...result, skipped: 1 };
  };
  for (const dependency of after) {
    const dependencyResult = await results.get(dependency);
    if (!dependencyResult?.passed) return skip(`not run, because "${dependency}" did not pass`);
  }
  const missing = needs.filter((program) => !programs[program].isInstalled());
  if (missing.length > 0)
    return skip(
      `skipped. Install ${missing.map((program) => programs[program].name).join(', ')}: npm run setup`,
    );

  console.log(`▶ ${name}`);
  if (report) rmSync(report, { force: true });
  const start = performance.now();
  const { isSuccess, output } = await execute(command, env);
  result.seconds = Math.round((performance.now() - start) / 1000);
  if (report && existsSync(report)) Object.assign(result, readReport(report));
  else if (!report && isSuccess) result.passed = 1;
  // A suite also fails if it ran no test, or if it failed outside its tests.
  if (!isSuccess || result.passed === 0) result.failed ||= 1;

  if (result.failed) console.log(`\n✗ ${name}: ${command}\n${output.trimEnd()}\n`);
  else console.log(`✓ ${name} (${result.seconds} s)`);
  return result;
}

const execute = (command: string, env: Suite['env']) =>
  new Promise<{ isSuccess: boolean; output: string }>((resolve) => {
    // The tests expect the API at /api, but a developer's .env.local may name another one.
    const variables = { ...process.env, VITE_API_BASE: '/api', ...env };
    const options = { env: variables, maxBuffer: Number.POSITIVE_INFINITY };
    exec(`${command} 2>&1`, options, (error, output) => resolve({ isSuccess: error === null, output }));
  });

function readReport(path: string) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  const { numPassedTests, numFailedTests, numPendingTests } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}
