import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ExitCode, Io } from './io.ts';

/** A module of the kit: the source, which tsx runs, or the JavaScript of the package. */
const moduleFile = (path: string) =>
  fileURLToPath(new URL(`${path}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url));

/** Whether this process was started with a reporter for node:test, and for this JUnit file. */
export const hasReporter = (env: NodeJS.ProcessEnv, junit: string | undefined) =>
  process.execArgv.some((flag) => flag.startsWith('--test-reporter')) &&
  (junit === undefined || env.CONTRACT_JUNIT === junit);

/** Runs a check in a process with reporters for node:test, which takes them from the flags of its process only. */
export function runChild(args: string[], junit: string | undefined, io: Io): Promise<ExitCode> {
  const reporters = [[moduleFile('../report/progress'), 'stderr'], ...(junit ? [['junit', junit]] : [])];
  const flags = reporters.flatMap(([reporter, target]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${target}`,
  ]);
  const inherited = process.execArgv.filter((flag) => !flag.startsWith('--test-reporter'));
  const isSource = import.meta.url.endsWith('.ts') && !inherited.some((flag) => flag.includes('tsx'));
  if (isSource) inherited.push('--import', 'tsx');
  const child = spawn(process.execPath, [...inherited, ...flags, moduleFile('./bin'), 'check', ...args], {
    stdio: io.stdout === process.stdout ? 'inherit' : 'pipe',
    env: { ...io.env, ...(junit && { CONTRACT_JUNIT: junit }) },
  });
  child.stdout?.on('data', (data) => io.stdout.write(`${data}`));
  child.stderr?.on('data', (data) => io.stderr.write(`${data}`));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0 || code === 1 ? code : 2));
  });
}
