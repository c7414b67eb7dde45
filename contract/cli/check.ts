import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Accounts } from '../judge/accounts.ts';
import { Catalogue } from '../judge/catalogue.ts';
import { Client } from '../judge/client.ts';
import { NEEDS_SIGNUP } from '../judge/failure.ts';
import { contractVersion, readOperations } from '../judge/files.ts';
import { inSeconds } from '../judge/http.ts';
import { counts } from '../judge/level.ts';
import { reach } from '../judge/probe.ts';
import { makeRedact } from '../judge/redact.ts';
import { Runner } from '../judge/run.ts';
import { describeExpired, findKnown, type Known, readBaseline, updateBaseline } from '../report/baseline.ts';
import { describeFailure, makeReport, type Report } from '../report/report.ts';
import { toAnnotations, toText } from '../report/text.ts';
import { BadInput } from './arguments.ts';
import { hasReporter, runChild } from './child.ts';
import { type CheckOptions, readCheckOptions } from './flags.ts';
import type { ExitCode, Io } from './io.ts';

/** Checks a backend and prints the report. */
export async function check(args: string[], io: Io): Promise<ExitCode> {
  const options = readCheckOptions(args, io.env);
  const { json, junit, baseline, isUpdate } = options;
  const known = baseline === undefined ? [] : readBaseline(baseline, isUpdate);
  for (const file of [json, junit, baseline]) if (file && file !== '-') tryToWrite(() => makeRoom(file));
  if (!hasReporter(io.env, junit)) return runChild(args, junit, io);
  const report = await runJourneys(options, known, io);
  // The progress comes first: node:test reports the last journey a little later.
  await setImmediate();
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (json && json !== '-') write(json, text);
  io.stdout.write(json === '-' ? text : `${toText(report)}\n`);
  if (io.env.GITHUB_ACTIONS && json !== '-') io.stdout.write(`${toAnnotations(report)}\n`);
  return report.exitCode;
}

async function runJourneys(options: CheckOptions, known: Known[], io: Io): Promise<Report> {
  const { api, journeys, level, baseline, isUpdate, entry, isPart, headers, rate, timeout, origin } = options;
  const onWait = (line: string) => io.stderr.write(`${line}\n`);
  const pauseScale = Number(io.env.CONTRACT_PAUSE_SCALE ?? 1);
  const client = new Client(readOperations(), { api, headers, rate, timeout, origin, pauseScale, onWait });
  const secrets = new Set(Object.values(headers));
  for (const { email, password } of entry.accounts ?? []) secrets.add(email).add(password);
  const accounts = new Accounts(client, entry, secrets);
  const catalogue = new Catalogue(client);
  const redact = (text: string) => makeRedact(client.exchanges, secrets)(text);

  const runner = new Runner({
    accounts,
    catalogue,
    prepare: () => reach(accounts, catalogue),
    describe: (failure) => redact(describeFailure(failure, api)),
    tolerate(failure) {
      const entry = findKnown(known, failure);
      if (entry) return `known until ${entry.until}: ${entry.reason}`;
      return counts(failure.level, level) ? undefined : `failed, which --level ${level} allows`;
    },
  });
  await runner.run(journeys);

  const { outcomes, stop, notes } = runner;
  if (baseline && isUpdate && !stop) {
    known = updateBaseline(known, outcomes);
    write(baseline, `${JSON.stringify({ known }, null, 2)}\n`);
  }
  if (accounts.hasSignedUp || entry.command)
    notes.push(`Test users: DELETE FROM users WHERE lower(email) LIKE '${accounts.prefix}%'`);
  notes.push(...describeExpired(known, outcomes));
  if (client.waited) notes.push(`${inSeconds(client.waited)} were spent waiting for limits (429, 503).`);
  const isLeftOut = outcomes.some(
    (outcome) => outcome.status === 'skipped' && outcome.reason === NEEDS_SIGNUP,
  );
  const of = isPart || isLeftOut ? options.allJourneys : undefined;
  const { exchanges } = client;
  const contract = contractVersion();
  return makeReport({
    api,
    contract,
    level,
    outcomes,
    exchanges,
    known,
    notes,
    stop,
    of,
    origin,
    redact: makeRedact(exchanges, secrets),
  });
}

function makeRoom(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder`);
}

const write = (file: string, text: string) => tryToWrite(() => writeFileSync(file, text));

function tryToWrite(act: () => void) {
  try {
    act();
  } catch (error) {
    throw new BadInput(`Nothing can be written there: ${(error as Error).message}`);
  }
}
