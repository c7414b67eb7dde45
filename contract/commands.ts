import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import {
  BadInput,
  describeFlags,
  readAccounts,
  readArguments,
  readFitting,
  readHeader,
  readNumber,
} from './arguments.ts';
import { compareWith, readBaseline, updateBaseline } from './baseline.ts';
import { addExploration, BROKEN_OFF, checkBackend } from './check.ts';
import { PATIENCE } from './client.ts';
import { readContractFile } from './contractFile.ts';
import { explore, RUNS } from './deep.ts';
import { compare, type Gap, gapLevels } from './diff.ts';
import { renderApiDocs } from './docs.ts';
import { journeys as allJourneys } from './journeys/all.ts';
import { type Level, levelNames } from './level.ts';
import { toAnnotations, toJson, toJUnit } from './machines.ts';
import { readOpenApi } from './openApi.ts';
import { isThisMachine } from './origin.ts';
import { CannotCheck, readAddress, waitForServer } from './probe.ts';
import { readVersion } from './readContract.ts';
import { makeReport, toHtml, toText } from './report.ts';
import { colour, makeProgress } from './terminal.ts';
import { makeWatcher } from './watch.ts';

/** Where a command writes. */
export type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>;

const text = (takes: string, help: string) => ({ type: 'string', takes, help }) as const;
const texts = (takes: string, help: string) => ({ ...text(takes, help), multiple: true }) as const;
const toggle = (help: string) => ({ type: 'boolean', help }) as const;

const checkFlags = {
  report: text('DIR', 'also write DIR/contract.html and DIR/contract.junit.xml'),
  json: text('FILE', 'also write FILE, for programs; report.schema.json in the package describes it'),
  only: text('JOURNEY,JOURNEY', 'these journeys alone'),
  script: toggle('with --only: what failed as a shell script of curl lines'),
  level: text('breaks|unsafe|strict', 'the least harm that fails the run; strict, which is all, by default'),
  wait: text('SECONDS', 'until a server that is still starting answers with items'),
  rate: text('CALLS', 'at most so many calls a second'),
  account: texts(
    'EMAIL:PASSWORD',
    'where nobody can simply sign up; up to three, or lines of $CONTRACT_ACCOUNTS',
  ),
  signup: text('COMMAND', 'signs up the shopper in $NAME, $EMAIL and $PASSWORD, and prints a token'),
  'email-domain': text('DOMAIN', 'where the test users have their emails; example.com by default'),
  header: texts("'NAME: VALUE'", 'sent with each call, and never told; may be given several times'),
  timeout: text('SECONDS', 'how long an answer may take; 10, as in the store, by default'),
  slow: text('MS', 'an answer that takes longer is told, as strict'),
  origin: text('ORIGIN', "where the store is, if not at the API's own: would a browser let it call?"),
  baseline: text('FILE', 'the known failures: only what is new, or over its day, fails the run'),
  'update-baseline': toggle('write what fails now into FILE'),
  deep: text('[RUNS]', `then ${RUNS} random sequences of calls, or so many, judged by a model`),
  seed: text('NUMBER', 'the sequences of an earlier run'),
  host: text('NAME', 'allows --deep on another host than this machine'),
};
const watchFlags = { port: text('PORT', 'where the store finds it; 4010 by default') };
const diffFlags = {
  backend: text('FILE', 'in place of OLD, your own OpenAPI file: what the store would miss'),
  json: toggle('for programs'),
};

const HELP = `Checks whether a backend fits the store's contract, openapi.yaml.

  our-store-contract check URL       run the journeys against the API at URL
${describeFlags(checkFlags)}
  our-store-contract watch URL       stand between the store and the API, and tell which answers do not fit
${describeFlags(watchFlags)}
  our-store-contract journeys        list what is checked: id, level and what happens
  our-store-contract diff OLD [NEW]  what a backend that passed OLD would fail by NEW: each a file or a git tag;
                                     NEW is this package's contract by default
${describeFlags(diffFlags)}
  our-store-contract docs [FILE]     write the contract as one HTML page; api.html by default
  our-store-contract --version       the version of the contract, which is that of the package

On GitHub (GITHUB_ACTIONS is set), check also marks each finding at the line of openapi.yaml that it breaks. NO_COLOR is heeded.

It ends with 0 when the backend fits, 1 when it does not, and 2 when that cannot be said.`;

type Command = (args: string[], streams: Streams) => Promise<number> | number;

const commands: Record<string, Command> = { check, watch, diff, docs, journeys };

/** Runs a command, and says with which code to end. */
export async function run([name, ...args]: string[], streams: Streams): Promise<number> {
  try {
    if ([name, ...args].some((it) => it === '--help' || it === '-h')) return say(streams, HELP);
    if (name === '--version') return say(streams, readVersion(readContractFile()));
    if (name === undefined) throw new BadInput(HELP);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const names = Object.keys(commands).join(', ');
    if (!command) throw new BadInput(`There is no command "${name}", only: ${names}. See --help.`);
    return await command(args, streams);
  } catch (error) {
    const isExpected = error instanceof CannotCheck || error instanceof BadInput;
    streams.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
    return 2;
  }
}

function say({ stdout }: Streams, text: string) {
  stdout.write(`${text}\n`);
  return 0;
}

async function check(args: string[], streams: Streams): Promise<number> {
  // The number of --deep may be left out, before an address or another flag.
  const given = args.map((arg, at) =>
    arg === '--deep' && /^-|\//.test(args[at + 1] ?? '-') ? `--deep=${RUNS}` : arg,
  );
  const { positionals, values } = readArguments(given, checkFlags, 1);
  const api = readAddress(positionals[0]);
  const { report: folder, json, signup: command, baseline: file } = values;
  const isUpdate = values['update-baseline'] ?? false;
  const pairs = { seed: 'deep', host: 'deep', script: 'only', 'update-baseline': 'baseline' } as const;
  for (const [name, other] of Object.entries(pairs))
    if (name in values && values[other] === undefined)
      throw new BadInput(`--${name} belongs to --${other}: give both.`);
  const runs = readNumber('deep', values.deep, 1, true);
  const seed = readNumber('seed', values.seed, 0, true);
  if (runs) refuseStrangeHost(api, values.host);
  const level = readLevel(values.level);
  const lines = values.account ?? process.env.CONTRACT_ACCOUNTS?.split(/\r?\n/).filter(Boolean);
  const accounts = lines?.length ? readAccounts(lines) : undefined;
  if (accounts && command) throw new BadInput('--account or --signup: give one of them.');
  if (runs && (accounts || command))
    throw new BadInput('--deep signs up many shoppers: it goes neither with --account nor with --signup.');
  const known = file === undefined ? [] : readBaseline(file, isUpdate);
  const seconds = readNumber('timeout', values.timeout, 0.1);
  const slow = readNumber('slow', values.slow, 1);
  const isDomain = (it: string) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(it);
  const isOrigin = (it: string) => /^https?:/.test(it) && URL.canParse(it) && new URL(it).origin === it;
  const isAnother = (it: string) => isOrigin(it) && it !== new URL(api).origin;
  const domain = readFitting('email-domain', values['email-domain'], isDomain, 'one as in test.example.com');
  const another = 'another one than that of the API, scheme and host alone, as in https://store.example';
  const origin = readFitting('origin', values.origin, isAnother, another);
  const progress = makeProgress(streams.stderr);
  const conditions = {
    rate: readNumber('rate', values.rate, 0.01),
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    origin,
    patience: {
      ...(seconds && { answer: seconds * 1000 }),
      // Who says what is slow has said what is not.
      ...(slow && { long: Math.max(slow, PATIENCE.long) }),
    },
    onWait: progress.line,
  };
  const wait = readNumber('wait', values.wait, 0);
  if (folder) tryToWrite(() => mkdirSync(folder, { recursive: true }));
  if (json) makeRoom(json);
  if (file && isUpdate) makeRoom(file);
  if (wait) await waitForServer(api, wait, conditions.headers);

  // Ctrl-C ends the run with a report; pressed again, at once.
  const controller = new AbortController();
  const { signal } = controller;
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt);
  const asked = {
    only: values.only?.split(',').map((it) => it.trim()),
    entry: { accounts, command, domain },
    slow,
    signal,
  };
  const run = await checkBackend(api, { ...asked, ...conditions, onProgress: progress.journey });
  if (runs && !run.stop) {
    progress.line('Random sequences:');
    const onRun = () => streams.stderr.write('·');
    await addExploration(run, api, explore(api, { runs, seed, signal, onRun, domain, ...conditions }));
    if (signal.aborted) run.stop = { why: BROKEN_OFF };
    streams.stderr.write('\n');
  }
  process.off('SIGINT', interrupt);
  progress.end();

  const left = isUpdate && !run.stop ? updateBaseline(known, run) : known;
  if (file && left !== known) write(file, `${JSON.stringify({ known: left }, null, 2)}\n`);
  if (file) run.baseline = compareWith(left, run, level);
  const report = makeReport(run, level, { contract: readVersion(readContractFile()), api });
  say(streams, colour(toText(report, values.script), streams.stdout));
  if (process.env.GITHUB_ACTIONS) say(streams, toAnnotations(report));
  if (json) write(json, toJson(report));
  if (folder) write(join(folder, 'contract.html'), toHtml(report));
  if (folder) write(join(folder, 'contract.junit.xml'), toJUnit(report));
  return report.code;
}

function readLevel(text = 'strict'): Level {
  const level = levelNames.find((it) => it === text);
  if (!level) throw new BadInput(`There is no level "${text}", only: ${levelNames.join(', ')}.`);
  return level;
}

/** Random calls are for test systems: a host that is not this machine has to be named once more. */
function refuseStrangeHost(api: string, named: string | undefined) {
  const { hostname } = new URL(api);
  if (!isThisMachine(api) && hostname !== named)
    throw new CannotCheck(
      `--deep makes random calls at ${hostname}. If that is a test system, say so: --host ${hostname}`,
    );
}

function watch(args: string[], streams: Streams): Promise<number> {
  const { positionals, values } = readArguments(args, watchFlags, 1);
  const api = readAddress(positionals[0]);
  const port = readNumber('port', values.port, 1, true) ?? 4010;
  if (port > 65535) throw new BadInput(`--port is "${port}"; give a number from 1 to 65535.`);
  const fetch = makeWatcher(api, readContractFile(), (line) => say(streams, line));
  return new Promise((_, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, () => {
      const there = `http://127.0.0.1:${port}`;
      say(streams, `Watching ${api}. Point the store at ${there}/api, then click through it.`);
      say(streams, `In the store's repository: API_TARGET=${there} npm run dev -- --mode api\n`);
    });
    server.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new BadInput(code === 'EADDRINUSE' ? `Port ${port} is taken: give another --port.` : message)),
    );
  });
}

function journeys(args: string[], streams: Streams): number {
  readArguments(args, {});
  const width = Math.max(...allJourneys.map(({ id }) => id.length));
  const lines = allJourneys.map(({ id, level, summary }) => `${id.padEnd(width)}  ${level}  ${summary}`);
  return say(streams, lines.join('\n'));
}

function diff(args: string[], streams: Streams): number {
  const isOwn = args.some((it) => it.startsWith('--backend'));
  const { positionals, values } = readArguments(args, diffFlags, isOwn ? 0 : 2);
  const [old = values.backend, next] = positionals;
  if (!old) throw new BadInput('What is to be compared? diff OLD [NEW], or diff --backend FILE.');
  const gaps = findGaps(load(old), load(next), !isOwn);
  say(streams, values.json ? JSON.stringify(gaps, null, 2) : describeGaps(gaps));
  return gaps.some(({ level }) => level !== 'unclear' && level !== 'read') ? 1 : 0;
}

/** An OpenAPI file; the openapi.yaml of a git tag; or, without a name, this contract. */
function load(name: string | undefined) {
  try {
    if (name === undefined) return readOpenApi(readContractFile());
    if (existsSync(name)) return readOpenApi(readFileSync(name, 'utf8'));
    const [options, file] = [{ encoding: 'utf8', stdio: 'pipe' } as const, `${name}:openapi.yaml`];
    return readOpenApi(execFileSync('git', ['show', file], options));
  } catch (error) {
    const { message } = error as Error;
    const isNone = message.startsWith('Command failed');
    const why = isNone ? 'there is no such file, and no such git tag here' : message;
    throw new CannotCheck(`${name} cannot be compared: ${why}.`);
  }
}

function findGaps(...both: Parameters<typeof compare>): Gap[] {
  try {
    return compare(...both);
  } catch (error) {
    const { message } = error as Error;
    throw new CannotCheck(`They cannot be compared: one is not written as OpenAPI has it (${message}).`);
  }
}

function describeGaps(gaps: Gap[]): string {
  const parts = Object.entries(gapLevels).flatMap(([level, means]) => {
    const lines = gaps.filter((gap) => gap.level === level).map(({ where, what }) => `\n  ${where} ${what}`);
    return lines.length ? `${level}: ${means}${lines.join('')}` : [];
  });
  return parts.join('\n\n') || '✓ Nothing that the store would miss.';
}

async function docs(args: string[], streams: Streams): Promise<number> {
  const { positionals } = readArguments(args, {}, 1);
  const [file = 'api.html'] = positionals;
  makeRoom(file);
  // The package carries the page; in the repository it is rendered.
  const page = new URL('./api.html', import.meta.url);
  write(file, existsSync(page) ? readFileSync(page, 'utf8') : await renderApiDocs());
  return say(streams, `${file} written.`);
}

/** Sees to it, before any work is done, that the file can be written after it. */
function makeRoom(file: string) {
  if (existsSync(file) && statSync(file).isDirectory())
    throw new BadInput(`${file} is a folder: give the name of a file in it.`);
  tryToWrite(() => mkdirSync(dirname(file), { recursive: true }));
}

const write = (file: string, text: string) => tryToWrite(() => writeFileSync(file, text));

function tryToWrite(act: () => void) {
  try {
    act();
  } catch (error) {
    throw new BadInput(`Nothing can be written there: ${(error as Error).message}`);
  }
}
