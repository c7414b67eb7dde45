import { spawnSync } from 'node:child_process';
import { extname } from 'node:path';
import type { ExitCode } from './io.ts';

/** Whether this process has reporters for node:test. The child process below has, and the self-test. */
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
