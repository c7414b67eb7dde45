import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Level } from './row.ts';

export type Ended = { code: number; out: string; err: string };

/** The parts of the JSON report that rows look at. */
export type Report = {
  verdict: string;
  exitCode: number;
  of?: number;
  stop?: { reason: string; call?: string };
  notes: string[];
  findings: Finding[];
  journeys: { id: string; level: Level; status: 'passed' | 'failed' | 'skipped'; reason?: string }[];
};
export type Finding = {
  id: string;
  level: Level;
  summary: string;
  cause?: string;
  call: string;
  expected: string;
  got: string;
  members: string[];
};

const workers = new Set<ChildProcess>();
const idle: ChildProcess[] = [];
const waiting: ((worker: ChildProcess) => void)[] = [];

/** Starts processes for `runKit`. Each runs one check at a time, because node:test does. */
export function startWorkers(count: number) {
  for (let i = 0; i < count; i++) release(startWorker());
}

export function endWorkers() {
  for (const worker of workers) worker.kill();
}

function startWorker() {
  const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--test-reporter=dot', '--test-reporter-destination=/dev/null'],
  });
  workers.add(worker);
  return worker;
}

function release(worker: ChildProcess) {
  const next = waiting.shift();
  if (next) next(worker);
  else idle.push(worker);
}

/** Runs a command of the kit. Pauses for limits and broken connections are much shorter than in production. */
export async function runKit(argv: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const worker = idle.pop() ?? (await new Promise<ChildProcess>((resolve) => waiting.push(resolve)));
  const message = once(worker, 'message');
  const crash = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`The kit crashed: ${code}`)));
  worker.send({ argv, env: { CONTRACT_PAUSE_SCALE: '0.005', ...env } });
  try {
    const [ended] = await Promise.race([message, crash]);
    return ended as Ended;
  } finally {
    release(worker.exitCode === null ? worker : startWorker());
  }
}

/** Checks a server, and resolves to the JSON report. */
export async function check(api: string, flags: string[] = []): Promise<Report> {
  // It waits for six seconds: only the rows that are about it name it.
  const isChosen = flags.includes('--only');
  const skipped = isChosen ? [] : ['--skip', 'tokenStaysValid'];
  const { code, out, err } = await runKit(['check', api, '--json', '-', ...skipped, ...flags]);
  try {
    const report: Report = JSON.parse(out);
    if (report.exitCode !== code) throw new Error(`exit ${code}`);
    return report;
  } catch (error) {
    throw new Error(`No JSON report: ${error}\nexit ${code}\n${out.slice(0, 500)}${err.slice(0, 500)}`);
  }
}
