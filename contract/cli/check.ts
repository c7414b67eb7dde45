import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Accounts } from '../judge/accounts.ts';
import { Client } from '../judge/client.ts';
import { request } from '../judge/http.ts';
import { redact } from '../judge/redact.ts';
import { Runner } from '../judge/run.ts';
import { describeFixed, type Known, readBaseline, updateBaseline } from '../report/baseline.ts';
import { toJunit } from '../report/junit.ts';
import { joinMissing } from '../report/missing.ts';
import { makeReport, type Report } from '../report/report.ts';
import { toText } from '../report/text.ts';
import { BadInput, type CheckOptions, readCheckOptions } from './flags.ts';

type Output = { write(text: string): unknown; isTTY?: boolean };

/** What a command reads and writes. The self-test has its own. */
export type Io = { stdout: Output; stderr: Output; env: NodeJS.ProcessEnv; request?: typeof request };

export async function check(args: string[], io: Io): Promise<Report['exitCode']> {
  const options = readCheckOptions(args, io.env);
  const { json, junit, baseline, isUpdate } = options;
  const jsonFile = json === '-' ? undefined : json;
  const known = baseline === undefined ? [] : readBaseline(baseline, isUpdate);
  // A file that cannot be written ends the run before it begins. Appends, so that an older report survives an interrupted run.
  for (const file of [jsonFile, junit]) if (file !== undefined) write(file, '', 'a');
  const report = await runJourneys(options, known, io);
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (jsonFile) write(jsonFile, text);
  if (junit) write(junit, toJunit(report));
  io.stdout.write(json === '-' ? text : `${toText(report)}\n`);
  return report.exitCode;
}

async function runJourneys(options: CheckOptions, known: Known[], io: Io): Promise<Report> {
  const { baseline, isUpdate, headers } = options;
  const pauseScale = Number(io.env.CONTRACT_PAUSE_SCALE ?? 1);
  const onWait = (line: string) => io.stderr.write(`${line}\n`);
  const conditions = { ...options, pauseScale, onWait, request: io.request ?? request };
  const client = new Client(conditions);
  const secrets = new Set(Object.values(headers));
  for (const { email, password } of options.accounts ?? []) secrets.add(email).add(password);
  const accounts = new Accounts(client);
  const runner = new Runner(accounts);
  await runner.reachBackend();
  const { journeys } = options;
  for (const [i, journey] of journeys.entries()) {
    // Each line replaces the one before it.
    if (io.stderr.isTTY) io.stderr.write(`\r\x1b[K${i} of ${journeys.length} journeys`);
    await runner.judge(journey);
  }
  if (io.stderr.isTTY) io.stderr.write('\r\x1b[K');

  const { stop } = runner;
  const outcomes = joinMissing(runner.outcomes, client.exchanges);
  if (baseline && isUpdate && !stop) {
    known = updateBaseline(known, outcomes);
    write(baseline, `${JSON.stringify({ known }, null, 2)}\n`);
  }
  const notes = [...runner.notes, ...describeFixed(known, outcomes)];
  if (accounts.signups)
    notes.unshift(`Test users: DELETE FROM users WHERE lower(email) LIKE '%${accounts.prefix}%'`);
  return redact(makeReport({ options, outcomes, stop, notes, known }), client.exchanges, secrets);
}

function write(file: string, text: string, flag: 'w' | 'a' = 'w') {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag });
  } catch (error) {
    throw new BadInput(`Cannot write "${file}": ${(error as Error).message}`);
  }
}
