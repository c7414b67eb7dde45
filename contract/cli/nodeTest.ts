import { spawnSync } from 'node:child_process';
import { extname } from 'node:path';
import { test } from 'node:test';
import type { Journey } from '../journeys/journey.ts';
import type { ExitCode } from './io.ts';

/** Whether this process has reporters for node:test: the child process below has. */
export const hasReporter = () => process.execArgv.some((flag) => flag.startsWith('--test-reporter'));

/** Runs this command again with reporters: node:test takes them only from the flags of its process. */
export function runWithReporters(junit: string | undefined): ExitCode {
  const progress = new URL(`../report/progress${extname(import.meta.url)}`, import.meta.url);
  const flags = [`--test-reporter=${progress}`, '--test-reporter-destination=stderr'];
  if (junit) flags.push('--test-reporter=junit', `--test-reporter-destination=${junit}`);
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  return status === 0 || status === 1 ? status : 2;
}

/** For node:test: without a text, the journey has passed. */
export type TestResult = { skipped?: string; failed?: string };

/** Runs each journey as a test of node:test, for its reporters. */
export async function runAsTests(journeys: Journey[], judge: (journey: Journey) => Promise<TestResult>) {
  await test('our-store-contract', async (suite) => {
    for (const journey of journeys)
      await suite.test(`${journey.id} @${journey.level}: ${journey.title}`, async (context) => {
        const { skipped, failed } = await judge(journey);
        if (skipped) context.skip(skipped);
        if (!failed) return;
        const error = new Error(failed);
        // A stack would lead into the kit, and say nothing about the backend.
        error.stack = failed;
        throw error;
      });
  });
}
