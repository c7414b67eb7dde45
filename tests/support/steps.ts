import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { needs, type Program } from './needs.ts';

export type Count = { passed: number; failed: number; skipped: number };

export type Step = {
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

/** One more at a time than there are processors, because a browser waits now and then. */
export const sideBySide = availableParallelism() + 1;

/** Runs all, in their order. `isBrief`: says of a step that is green no more than that. */
export async function runSteps(steps: Step[], { isBrief = false } = {}): Promise<Result[]> {
  const results = new Map<string, Promise<Result>>();
  const waiting = [...steps];
  async function work() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      results.set(step.name, run(step, results, isBrief));
      await results.get(step.name);
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work));
  return Promise.all(results.values());
}

export function sum(results: Result[]): Count {
  const of = (key: keyof Count) => results.reduce((total, result) => total + result[key], 0);
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** A step's `processor` lacks the browsers' own processes, which nobody waits for; the last row is all that the machine did. */
export type Result = Count & { name: string; wall: number; processor: number };

async function run(step: Step, results: Map<string, Promise<Result>>, isBrief: boolean): Promise<Result> {
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
  if (!isBrief) console.log(`… ${name}: ${command}`);
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
  const wall = (performance.now() - started) / 1000;
  if (isBrief && !count.failed) console.log(`✓ ${name} (${wall.toFixed(0)} s)`);
  else console.log(`\n${count.failed ? '✗' : '✓'} ${name}: ${command}\n${lines.join('\n')}`);
  return { name, ...count, wall, processor: readTimes(times) };
}

/** The seconds in a line of what `times` prints, such as `0m1.50s 0m0.25s`. */
const readTimes = (line: string) =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
