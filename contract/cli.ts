import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { checkBackend, judgeExploration, type Verdict } from './check.ts';
import { readContractFile } from './contractFile.ts';
import { explore, RUNS } from './deep.ts';
import { compare, type Gap, gapLevels, readOpenApi } from './diff.ts';
import { type Level, levelNames } from './level.ts';
import { CannotCheck, readAddress, waitForServer } from './probe.ts';
import { readVersion } from './readContract.ts';
import { hasPassed, toHtml, toJUnit, toText } from './report.ts';
import { makeWatcher } from './watch.ts';

const HELP = `Checks whether a backend fits the store's contract, openapi.yaml.

  our-store-contract check URL       run the journeys against the API at URL
    --report DIR                     also write DIR/contract.html and DIR/contract.junit.xml
    --only JOURNEY,JOURNEY           these journeys alone
    --level breaks|unsafe|strict     the least harm that fails the run; strict, which is everything, by default
    --wait SECONDS                   until a server answers that is still starting
    --rate CALLS                     at most so many calls a second
    --deep [RUNS]                    then ${RUNS} random sequences of calls, or so many, judged by a model
    --seed NUMBER                    the sequences of an earlier run
    --host NAME                      allows --deep on another host than this machine
  our-store-contract watch URL       stand between the store and the API, and tell which answers do not fit
  our-store-contract diff OLD [NEW]  what a backend that passed OLD would fail by NEW: each a file or a git tag;
                                     NEW is this package's contract by default
  our-store-contract diff --backend FILE
                                     what the store would miss at a backend with this OpenAPI file
    --json                           for programs
  our-store-contract docs [FILE]     write the contract as one HTML page; api.html by default

Examples:
  our-store-contract check http://localhost:3000/api
  our-store-contract check http://localhost:3000/api --level unsafe --report report
  our-store-contract check https://staging.example.com/api --deep 300 --rate 20 --host staging.example.com
  our-store-contract watch http://localhost:3000/api
  our-store-contract diff v1.0.0 v1.1.0
  our-store-contract diff --backend backend/openapi.yaml --json

It ends with 0 when the backend fits, 1 when it does not, and 2 when there is nothing to check.`;

const commands: Record<string, (args: string[]) => Promise<number> | number> = {
  check,
  watch,
  diff,
  docs,
};

try {
  const [name = '--help', ...args] = process.argv.slice(2);
  if ([name, ...args].some((it) => it === '--help' || it === '-h')) console.log(HELP);
  else {
    const command = commands[name];
    const names = Object.keys(commands).join(', ');
    if (!command) throw new CannotCheck(`There is no command "${name}", only: ${names}. See --help.`);
    process.exitCode = await command(args);
  }
} catch (error) {
  console.error(error instanceof CannotCheck ? error.message : error);
  process.exitCode = 2;
}

async function check(args: string[]): Promise<number> {
  const options = {
    report: { type: 'string' },
    only: { type: 'string' },
    level: { type: 'string', default: 'strict' },
    rate: { type: 'string' },
    wait: { type: 'string' },
    deep: { type: 'boolean' },
    seed: { type: 'string' },
    host: { type: 'string' },
  } as const;
  const { positionals, values } = parse(() => parseArgs({ args, allowPositionals: true, options }));
  const isNumber = (text: string) => /^\d+$/.test(text);
  const api = readAddress(positionals.find((it) => !isNumber(it)));
  const runs = readNumber('deep', positionals.find(isNumber));
  const seed = readNumber('seed', values.seed);
  if (values.deep) refuseStrangeHost(api, values.host);
  const level = readLevel(values.level);
  const rate = readNumber('rate', values.rate);
  if (values.report) makeDirectory(values.report);
  await waitForServer(api, readNumber('wait', values.wait) ?? 0);
  const title = `Contract ${readVersion(readContractFile())} against ${api}`;
  const verdicts = await checkBackend(api, { only: values.only?.split(','), rate, onProgress });
  if (values.deep) {
    const exploration = await explore(api, { runs, seed, rate, onRun: () => process.stderr.write('·') });
    verdicts.push(judgeExploration(api, exploration));
  }
  process.stderr.write('\n');
  console.log(`${title}\n\n${toText(verdicts)}`);
  if (values.report) {
    writeFileSync(join(values.report, 'contract.html'), toHtml(title, verdicts));
    writeFileSync(join(values.report, 'contract.junit.xml'), toJUnit(verdicts, level));
  }
  return hasPassed(verdicts, level) ? 0 : 1;
}

/** Random calls are for test systems: a host that is not this machine has to be named once more. */
function refuseStrangeHost(api: string, named: string | undefined) {
  const { hostname } = new URL(api);
  if (!/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname) && hostname !== named)
    throw new CannotCheck(
      `--deep makes random calls at ${hostname}. If that is a test system, say so: --host ${hostname}`,
    );
}

/** A sign for each journey. Nothing else goes there while the journeys run. */
function onProgress(outcome: Verdict['outcome']) {
  process.stderr.write(outcome === 'passed' ? '.' : outcome === 'failed' ? '✗' : '–');
}

function watch([address]: string[]): number {
  const api = readAddress(address);
  const fetch = makeWatcher(api, readContractFile(), console.log);
  serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    console.log(`Watching ${api}. Point the store at http://127.0.0.1:${port}/api, then click through it.`);
    console.log(`In the store's repository: API_TARGET=http://127.0.0.1:${port} npm run dev:api\n`);
  });
  return 0;
}

function diff(args: string[]): number {
  const options = { backend: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { positionals, values } = parse(() => parseArgs({ args, allowPositionals: true, options }));
  const [old = values.backend, next] = positionals;
  if (old === undefined)
    throw new CannotCheck('Two versions to compare: diff OLD [NEW], or diff --backend FILE.');
  const gaps = compare(load(old), load(next), values.backend === undefined);
  console.log(values.json ? JSON.stringify(gaps, null, 2) : describeGaps(gaps));
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

async function docs([file = 'api.html']: string[]): Promise<number> {
  // The package carries the page; in the repository it is rendered.
  const page = new URL('./api.html', import.meta.url);
  const html = existsSync(page)
    ? readFileSync(page, 'utf8')
    : await (await import('./docs.ts')).renderApiDocs();
  makeDirectory(dirname(file));
  writeFileSync(file, html);
  console.log(`${file} written.`);
  return 0;
}

function parse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new CannotCheck((error as Error).message);
  }
}

function readLevel(text: string): Level {
  const level = levelNames.find((it) => it === text);
  if (!level) throw new CannotCheck(`There is no level "${text}", only: ${levelNames.join(', ')}.`);
  return level;
}

function readNumber(name: string, text: string | undefined): number | undefined {
  const number = Number(text);
  if (text !== undefined && !(number > 0))
    throw new CannotCheck(`--${name} is "${text}"; give a number above 0.`);
  return text === undefined ? undefined : number;
}

function makeDirectory(path: string) {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new CannotCheck(`Nothing can be written there: ${(error as Error).message}`);
  }
}
