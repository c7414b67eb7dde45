import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import {
  BadInput,
  readAccounts,
  readArguments,
  readDomain,
  readHeaders,
  readNumber,
  readOrigin,
} from './arguments.ts';
import { compareWith, readBaseline, writeBaseline } from './baseline.ts';
import { addExploration, BROKEN_OFF, checkBackend } from './check.ts';
import { PATIENCE } from './client.ts';
import { readContractFile } from './contractFile.ts';
import { explore, RUNS } from './deep.ts';
import { compare, type Gap, gapLevels } from './diff.ts';
import { journeys as allJourneys } from './journeys/all.ts';
import { type Level, levelNames } from './level.ts';
import { toAnnotations, toJson } from './machines.ts';
import { readOpenApi } from './openApi.ts';
import { CannotCheck, readAddress, waitForServer } from './probe.ts';
import { readVersion } from './readContract.ts';
import { judge, toHtml, toJUnit, toText } from './report.ts';
import { colour, makeProgress } from './terminal.ts';
import { makeWatcher } from './watch.ts';

const HELP = `Checks whether a backend fits the store's contract, openapi.yaml.

  our-store-contract check URL       run the journeys against the API at URL
    --report DIR                     also write DIR/contract.html and DIR/contract.junit.xml
    --json FILE                      also write FILE, for programs; report.schema.json in the package describes it
    --only JOURNEY,JOURNEY           these journeys alone
    --script                         with --only: what failed as a shell script of curl lines
    --level breaks|unsafe|strict     the least harm that fails the run; strict, which is everything, by default
    --wait SECONDS                   until a server that is still starting answers with items
    --rate CALLS                     at most so many calls a second
    --account EMAIL:PASSWORD         an account to use where nobody can simply sign up; up to three times, or
                                     as lines of CONTRACT_ACCOUNTS in the environment
    --signup COMMAND                 signs up the shopper in $NAME, $EMAIL and $PASSWORD, and prints a token
    --email-domain DOMAIN            where the test users have their emails; example.com by default
    --header 'NAME: VALUE'           sent with each call, and never told; may be given several times
    --timeout SECONDS                how long an answer may take; 10, as in the store, by default
    --slow MS                        an answer that takes longer is told, as strict
    --origin ORIGIN                  where the store is, if not at the API's own: would a browser let it call?
    --baseline FILE                  the known failures: only what is new, or over its day, fails the run
    --update-baseline                write what fails now into FILE
    --deep [RUNS]                    then ${RUNS} random sequences of calls, or so many, judged by a model
    --seed NUMBER                    the sequences of an earlier run
    --host NAME                      allows --deep on another host than this machine
  our-store-contract watch URL       stand between the store and the API, and tell which answers do not fit
    --port PORT                      where the store finds it; 4010 by default
  our-store-contract journeys        list what is checked: id, level and what happens
  our-store-contract diff OLD [NEW]  what a backend that passed OLD would fail by NEW: each a file or a git tag;
                                     NEW is this package's contract by default
  our-store-contract diff --backend FILE
                                     what the store would miss at a backend with this OpenAPI file
    --json                           for programs
  our-store-contract docs [FILE]     write the contract as one HTML page; api.html by default
  our-store-contract --version       the version of the contract, which is that of the package

On GitHub (GITHUB_ACTIONS is set), check also marks each finding at the line of openapi.yaml that it breaks. NO_COLOR is heeded.

It ends with 0 when the backend fits, 1 when it does not, and 2 when that cannot be said.`;

/** Where a command writes. */
export type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>;

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
  const options = {
    report: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
    script: { type: 'boolean' },
    level: { type: 'string', default: 'strict' },
    rate: { type: 'string' },
    wait: { type: 'string' },
    deep: { type: 'string' },
    seed: { type: 'string' },
    host: { type: 'string' },
    account: { type: 'string', multiple: true },
    signup: { type: 'string' },
    header: { type: 'string', multiple: true },
    'email-domain': { type: 'string' },
    timeout: { type: 'string' },
    slow: { type: 'string' },
    origin: { type: 'string' },
    baseline: { type: 'string' },
    'update-baseline': { type: 'boolean' },
  } as const;
  // Its number may be left out.
  const given = args.flatMap((arg, at) => {
    if (args[at - 1] === '--deep' && isRuns(arg)) return [];
    return arg === '--deep' ? `--deep=${isRuns(args[at + 1]) ? args[at + 1] : RUNS}` : arg;
  });
  const { positionals, values } = readArguments(given, options, 1);
  const api = readAddress(positionals[0]);
  const runs = readNumber('deep', values.deep, 1, true);
  const seed = readNumber('seed', values.seed, 0, true);
  const pairs = { seed: 'deep', host: 'deep', script: 'only', 'update-baseline': 'baseline' } as const;
  for (const [name, other] of Object.entries(pairs))
    if (name in values && values[other] === undefined)
      throw new BadInput(`--${name} belongs to --${other}: give both.`);
  if (runs) refuseStrangeHost(api, values.host);
  const level = readLevel(values.level);
  const accounts = values.account ?? process.env.CONTRACT_ACCOUNTS?.split('\n').filter(Boolean);
  const entry = {
    accounts: accounts && readAccounts(accounts),
    command: values.signup,
    domain: readDomain(values['email-domain']),
  };
  if (entry.accounts && entry.command) throw new BadInput('--account or --signup: give one of them.');
  if (runs && (entry.accounts || entry.command))
    throw new BadInput('--deep signs up many shoppers: it goes neither with --account nor with --signup.');
  const { baseline: file, 'update-baseline': isUpdate = false } = values;
  const known = file === undefined ? [] : readBaseline(file, isUpdate);
  const seconds = readNumber('timeout', values.timeout, 0.1);
  const slow = readNumber('slow', values.slow, 1);
  const progress = makeProgress(streams.stderr);
  const conditions = {
    rate: readNumber('rate', values.rate, 0.01),
    headers: readHeaders(values.header ?? []),
    origin: readOrigin(values.origin),
    patience: {
      ...(seconds !== undefined && { answer: seconds * 1000 }),
      // Who says what is slow has said what is not.
      ...(slow !== undefined && { long: Math.max(slow, PATIENCE.long) }),
    },
    onWait: progress.line,
  };
  const wait = readNumber('wait', values.wait, 0) ?? 0;
  if (values.report) tryToWrite(() => mkdirSync(`${values.report}`, { recursive: true }));
  if (values.json) tryToWrite(() => mkdirSync(dirname(`${values.json}`), { recursive: true }));
  await waitForServer(api, wait, conditions.headers);
  const contract = readVersion(readContractFile());
  const title = `Contract ${contract} against ${api}`;
  const only = values.only?.split(',');
  // Ctrl-C ends the run with a report; pressed again, at once.
  const controller = new AbortController();
  const { signal } = controller;
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt);
  const asked = { only, entry, slow, signal, onProgress: progress.journey };
  const run = await checkBackend(api, { ...asked, ...conditions });
  if (runs && !run.stop) {
    progress.line('Random sequences:');
    const onRun = () => streams.stderr.write('·');
    await addExploration(
      run,
      api,
      explore(api, { runs, seed, signal, onRun, domain: entry.domain, ...conditions }),
    );
    if (signal.aborted) run.stop = { why: BROKEN_OFF };
    streams.stderr.write('\n');
  }
  process.off('SIGINT', interrupt);
  progress.end();
  const now = new Date();
  if (file && isUpdate && !run.stop) tryToWrite(() => writeBaseline(file, known, run, now));
  if (file) run.baseline = compareWith(isUpdate ? readBaseline(file, true) : known, run, level, now);
  say(streams, colour(toText(title, run, level, values.script), streams.stdout));
  if (process.env.GITHUB_ACTIONS) say(streams, toAnnotations(run, level));
  const { json } = values;
  if (json) tryToWrite(() => writeFileSync(json, toJson({ contract, api }, run, level)));
  if (values.report) {
    writeFileSync(join(values.report, 'contract.html'), toHtml(title, run, level));
    writeFileSync(join(values.report, 'contract.junit.xml'), toJUnit(title, run, level));
  }
  return judge(run, level).code;
}

/** What follows --deep, unless it is an address or the next flag. */
function isRuns(arg = '-') {
  return !arg.startsWith('-') && !arg.includes('/');
}

/** Random calls are for test systems: a host that is not this machine has to be named once more. */
function refuseStrangeHost(api: string, named: string | undefined) {
  const { hostname } = new URL(api);
  if (!/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname) && hostname !== named)
    throw new CannotCheck(
      `--deep makes random calls at ${hostname}. If that is a test system, say so: --host ${hostname}`,
    );
}

function watch(args: string[], streams: Streams): Promise<number> {
  const { positionals, values } = readArguments(args, { port: { type: 'string', default: '4010' } }, 1);
  const api = readAddress(positionals[0]);
  const port = readNumber('port', values.port, 1, true) ?? 0;
  if (port > 65535) throw new BadInput(`--port is "${port}"; give a number from 1 to 65535.`);
  const fetch = makeWatcher(api, readContractFile(), (line) => say(streams, line));
  return new Promise((_, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, () => {
      say(
        streams,
        `Watching ${api}. Point the store at http://127.0.0.1:${port}/api, then click through it.`,
      );
      say(streams, `In the store's repository: API_TARGET=http://127.0.0.1:${port} npm run dev:api\n`);
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
  const options = { backend: { type: 'string' }, json: { type: 'boolean' } } as const;
  const isOwn = args.some((it) => it.startsWith('--backend'));
  const { positionals, values } = readArguments(args, options, isOwn ? 0 : 2);
  const [old = values.backend, next] = positionals;
  if (!old) throw new BadInput('What is to be compared? diff OLD [NEW], or diff --backend FILE.');
  const gaps = compare(load(old), load(next), values.backend === undefined);
  say(streams, values.json ? JSON.stringify(gaps, null, 2) : describeGaps(gaps));
  return gaps.some(({ level }) => level !== 'unclear' && level !== 'read') ? 1 : 0;
}

/** An OpenAPI file; the openapi.yaml of a git tag; or, without a name, this contract. */
function load(name: string | undefined) {
  try {
    if (name === undefined) return readOpenApi(readContractFile());
    if (existsSync(name)) return readOpenApi(readFileSync(name, 'utf8'));
    return readOpenApi(
      execFileSync('git', ['show', `${name}:openapi.yaml`], { encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch (error) {
    const { message } = error as Error;
    const why = message.startsWith('Command failed')
      ? 'there is no such file, and no such git tag here'
      : message;
    throw new CannotCheck(`${name} cannot be compared: ${why}.`);
  }
}

function describeGaps(gaps: Gap[]): string {
  const levels = Object.keys(gapLevels) as Gap['level'][];
  const parts = levels.flatMap((level) => {
    const own = gaps.filter((gap) => gap.level === level);
    if (!own.length) return [];
    return [
      [`${level}: ${gapLevels[level]}`, ...own.map(({ where, what }) => `  ${where} ${what}`)].join('\n'),
    ];
  });
  return parts.join('\n\n') || '✓ Nothing that the store would miss.';
}

async function docs(args: string[], streams: Streams): Promise<number> {
  const { positionals } = readArguments(args, {}, 1);
  const [file = 'api.html'] = positionals;
  if (existsSync(file) && statSync(file).isDirectory())
    throw new BadInput(`${file} is a folder: give the name of a file in it.`);
  tryToWrite(() => mkdirSync(dirname(file), { recursive: true }));
  // The package carries the page; in the repository it is rendered.
  const page = new URL('./api.html', import.meta.url);
  const html = existsSync(page)
    ? readFileSync(page, 'utf8')
    : await (await import('./docs.ts')).renderApiDocs();
  tryToWrite(() => writeFileSync(file, html));
  return say(streams, `${file} written.`);
}

function readLevel(text: string): Level {
  const level = levelNames.find((it) => it === text);
  if (!level) throw new BadInput(`There is no level "${text}", only: ${levelNames.join(', ')}.`);
  return level;
}

function tryToWrite(write: () => void) {
  try {
    write();
  } catch (error) {
    throw new BadInput(`Nothing can be written there: ${(error as Error).message}`);
  }
}
