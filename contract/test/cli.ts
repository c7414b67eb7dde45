import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runCommand, type Streams } from '../commands.ts';
import { readContractFile, readOperations } from '../contractFile.ts';
import { journeys } from '../journeys/all.ts';
import { readVersion } from '../readContract.ts';
import { makeWatcher } from '../watch.ts';
import { faults } from './faults.ts';
import { type Backend, makeGoodBackend } from './goodBackend.ts';
import { overHttp, serve } from './serve.ts';

/** A test of the contract check itself; `run` resolves to what is wrong, or to undefined. */
export type Test = { name: string; run(): Promise<string | undefined> | string | undefined };

type Ended = { code: number; out: string; err: string };

const root = fileURLToPath(new URL('../..', import.meta.url));

export const execute = (cwd: string, program: string, ...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(program, args, { cwd }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

let installed: Promise<string> | undefined;

/** An empty folder with the package in it, as an API team has it. */
async function install(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-package-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const packed = await execute(root, 'npm', 'pack', '-w', 'contract', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  const added = await execute(folder, 'npm', 'install', '--offline', '--no-audit', `./${tarball}`);
  if (packed.code || added.code) throw new Error(packed.err + added.err);
  return folder;
}

/** The folder with the installed package. */
export function findPackage(): Promise<string> {
  installed ??= install();
  return installed;
}

/** The package's command, in that folder. */
export const PROGRAM = 'node_modules/.bin/our-store-contract';

/** Runs a command of the installed package. */
export const runPackage = async (...args: string[]): Promise<Ended> =>
  execute(await findPackage(), PROGRAM, ...args);

/** Runs a command in this process. To start the package takes as long as a whole run, and a few rows show that it does the same. */
export async function runHere(...args: string[]): Promise<Ended> {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await runCommand(args, { stdout, stderr } as unknown as Streams);
  return { code, out, err };
}

/** `check` at a backend with these faults. */
export async function checkFaults(names: string[], args: string[] = [], run = runHere): Promise<Ended> {
  const chosen = faults.filter(({ name }) => names.includes(name));
  if (chosen.length < names.length) throw new Error('There is no such fault.');
  // Each spoils what the one before left; only faults without a wait can be put on top of one another.
  const backend = chosen.reduce((it, { spoil }) => spoil(it) as Backend, makeGoodBackend().backend);
  const { api, close } = await serve(overHttp(backend));
  const ended = await run('check', api, ...args);
  close();
  return ended;
}

/** Remembers every token and password that went through a backend. */
function eavesdrop(good: Backend): { backend: Backend; secrets: string[] } {
  const secrets: string[] = [];
  const backend: Backend = (call) => {
    const reply = good(call);
    const { password } = (call.body ?? {}) as { password?: unknown };
    const { token } = (reply.body ?? {}) as { token?: unknown };
    for (const secret of [password, token]) if (typeof secret === 'string' && secret) secrets.push(secret);
    return reply;
  };
  return { backend, secrets };
}

export const cliTests: Test[] = [
  {
    name: 'The package: one, small, of the version of its contract, with the page of the contract, which loads nothing',
    async run() {
      const { out } = await runPackage('docs', 'page/api.html');
      const folder = await findPackage();
      const html = readFileSync(join(folder, 'page/api.html'), 'utf8');
      const missing = ['Canvas Tote', ...journeys.map(({ id }) => id)].filter((it) => !html.includes(it));
      const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
      const { version } = JSON.parse(
        readFileSync(join(folder, 'node_modules/our-store-contract/package.json'), 'utf8'),
      );
      const isRight =
        packages.length === 1 &&
        html.includes('content="default-src data: blob:;') &&
        html.length < 4e6 &&
        version === readVersion(readContractFile());
      return isRight && !missing.length ? undefined : `${out} ${packages} ${version} ${missing}`;
    },
  },
  {
    name: 'A good backend over HTTP: the package says so, random sequences included',
    async run() {
      const { code, out } = await checkFaults([], ['--deep', '20', '--seed', '1'], runPackage);
      return code === 0 && out.includes('✓ The store can go live on this backend.') ? undefined : out;
    },
  },
  {
    name: 'A backend with many faults: one screen before the details, the most harmful first',
    async run() {
      const names = [
        'priceMin is ignored',
        'category is ignored',
        'Quantities are text',
        'Any password logs in',
        'Adding again replaces the quantity',
        'A quantity of 0 is accepted',
        'A name outside ASCII is refused',
        'Removing without an item is accepted',
        'Names in the cart are cut',
        'An answer has the password in it',
        'priceMax=0 is taken for no filter',
        'A signup without name is accepted',
      ];
      const { code, out } = await checkFaults(names);
      const [head = ''] = out.split(/\n\n✗ \w+( answers)?: /);
      const levels = [...head.matchAll(/^✗ (breaks|unsafe|strict) /gm)].map(([, level]) => level);
      const isSorted = levels.join() === [...levels].sort().reverse().join();
      const order = ['breaks', 'unsafe', 'strict'];
      const isByHarm = levels.every(
        (it, at) => !at || order.indexOf(levels[at - 1] ?? '') <= order.indexOf(it ?? ''),
      );
      const fits = head.split('\n').length <= 24 && head.split('\n').every((line) => line.length <= 110);
      return code === 1 && fits && isByHarm && levels.length > 6 && !isSorted ? undefined : out;
    },
  },
  {
    name: 'A fault that stops everything is told once, with a reason',
    async run() {
      const { out } = await checkFaults(['A signup fails with 500']);
      const findings = out.match(/^✗ \w+( answers)?: /gm) ?? [];
      return findings.length <= 3 && out.includes('likely') ? undefined : out;
    },
  },
  {
    name: 'A filter of another name: the report knows which',
    async run() {
      const good = makeGoodBackend().backend;
      const { api, close } = await serve(
        overHttp((call) => {
          const { minPrice, priceMin, ...rest } = call.query;
          return good({ ...call, query: { ...rest, ...(minPrice !== undefined && { priceMin: minPrice }) } });
        }),
      );
      const { out } = await runHere('check', api);
      close();
      return out.includes('priceMin is ignored, but minPrice works') && out.includes('1 breaks')
        ? undefined
        : out;
    },
  },
  {
    name: 'diff: a file, a git tag or neither; 1 when something breaks; JSON for programs',
    async run() {
      const file = join(root, 'openapi.yaml');
      const same = await runHere('diff', file, file);
      const ownFile = join(mkdtempSync(join(tmpdir(), 'contract-diff-')), 'own.json');
      writeFileSync(ownFile, JSON.stringify({ openapi: '3.1.0', paths: {} }));
      const own = await runHere('diff', '--backend', ownFile, '--json');
      const none = await runHere('diff', 'no-such-tag');
      const told = `${same.code} ${same.out} ${own.code} ${JSON.parse(own.out).length} ${none.code} ${none.err}`;
      return told.startsWith('0 ✓ Nothing') &&
        told.includes(` 1 ${readOperations().length} 2 no-such-tag cannot be compared: there is no`)
        ? undefined
        : told;
    },
  },
  {
    name: '--level says what fails the run',
    async run() {
      const strict = ['A quantity of 0 is accepted', '--only', 'addNothing'] as const;
      const unsafe = ['Any password logs in', '--only', 'wrongPassword'] as const;
      const codes = [];
      for (const [fault, ...only] of [strict, unsafe])
        for (const level of ['strict', 'unsafe', 'breaks'])
          codes.push((await checkFaults([fault], [...only, '--level', level])).code);
      const wrong = await checkFaults([], ['--level', 'all']);
      const isRight =
        codes.join() === '1,0,0,1,1,0' && wrong.code === 2 && wrong.err.includes('breaks, unsafe');
      return isRight ? undefined : `${codes} ${wrong.err}`;
    },
  },
  {
    name: 'Random sequences end in a script of curl lines that shows the fault',
    async run() {
      const good = makeGoodBackend().backend;
      const fault = faults.find(({ name }) => name === 'Removing empties the cart');
      const { api, close } = await serve(overHttp(fault?.spoil(good) ?? good));
      const { code, out } = await runHere('check', api, '--only', 'signup', '--deep', '--seed', '4');
      const script = out.slice(out.indexOf('#!/bin/sh'));
      const shown = await execute(root, 'sh', '-c', script);
      close();
      const fits = code === 1 && script.split('\n').length < 15 && /\r\n\r\n\[\]\n$/.test(shown.out);
      return fits ? undefined : `${out}\n${shown.out}`;
    },
  },
  {
    name: '--wait waits for a server that is still starting',
    async run() {
      const codes = [];
      for (const wait of [[], ['--wait', '60']]) {
        const good = makeGoodBackend().backend;
        const before = [{ status: 0 }, { status: 503 }, { status: 200, body: [] }];
        const { api, close } = await serve(overHttp((call) => before.shift() ?? good(call)));
        codes.push((await runHere('check', api, '--only', 'items', ...wait)).code);
        close();
      }
      return codes.join() === '2,0' ? undefined : codes.join();
    },
  },
  {
    name: 'Random sequences at another host: only when it is named',
    async run() {
      const { code, err } = await runHere('check', 'http://shop.example/api', '--deep');
      return code === 2 && err.includes('--host shop.example') ? undefined : err;
    },
  },
  {
    name: 'The mock over HTTP: passes',
    async run() {
      const mock = spawn(process.execPath, ['--import', 'tsx', 'mocks/server.ts'], {
        cwd: root,
        env: { ...process.env, PORT: '0' },
      });
      const [firstLine] = await once(mock.stdout, 'data');
      const { code, out, err } = await runHere('check', /http\S+/.exec(String(firstLine))?.[0] ?? '');
      mock.kill();
      return code ? `exit ${code}\n${out}${err}` : undefined;
    },
  },
  {
    name: 'A wrong address: one line, exit 2',
    async run() {
      const { code, out, err } = await runPackage('check', 'localhost:3000/api');
      const fits = code === 2 && out === '' && /^.*is no address of an API.*\n$/.test(err);
      return fits ? undefined : `exit ${code}\n${out}${err}`;
    },
  },
  {
    name: '10,000 items: less than 200 MB and a minute of processor time',
    async run() {
      const many = Array.from({ length: 10_000 }, (_, id) => ({
        id,
        title: `Item ${id}`,
        text: 'x'.repeat(100),
        group: `Room ${id % 40}`,
        cents: (id * 37) % 100_000,
      }));
      const { api, close } = await serve(overHttp(makeGoodBackend(many).backend));
      const telling = `process.on('exit', () => console.error('used', JSON.stringify(process.resourceUsage())))`;
      const program = join(await findPackage(), 'node_modules/our-store-contract/dist/program/cli.js');
      const told = `data:text/javascript,${encodeURIComponent(telling)}`;
      const { code, out, err } = await execute(
        root,
        process.execPath,
        '--import',
        told,
        program,
        'check',
        api,
      );
      close();
      const used = JSON.parse(/used (.*)/.exec(err)?.[1] ?? '{}');
      const isLittle = used.maxRSS < 200 * 1024 && used.userCPUTime + used.systemCPUTime < 60e6;
      const fits = code === 0 && out.startsWith('✓ The store can go live') && isLittle;
      return fits ? undefined : `exit ${code} ${used.maxRSS} ${used.userCPUTime}\n${out}`;
    },
  },
  {
    name: 'A run leaves test users with empty carts and nothing else',
    async run() {
      const { backend, accounts } = makeGoodBackend();
      const { api, close } = await serve(overHttp(backend));
      const { code, out } = await runHere('check', api);
      close();
      const [, prefix = 'none'] = /lower\(email\) LIKE '(contract-test-[0-9a-f]{8}-)%'/.exec(out) ?? [];
      const others = [...accounts.values()].filter(
        ({ name, email, cart }) =>
          !name.startsWith('Contract Test') || !email.toLowerCase().startsWith(prefix) || cart.size,
      );
      return code || !accounts.size || others.length
        ? `exit ${code}\n${out}${JSON.stringify(others)}`
        : undefined;
    },
  },
  {
    name: 'A failed run ends with 1; its reports name the call and hide tokens and passwords',
    async run() {
      const { backend, secrets } = eavesdrop(makeGoodBackend().backend);
      const spoil = faults.find(({ name }) => name === 'The token has a line break in it')?.spoil;
      const { api, close } = await serve(overHttp(spoil?.(backend) ?? backend));
      const directory = mkdtempSync(join(tmpdir(), 'contract-report-'));
      const { code, out } = await runPackage('check', api, '--report', directory);
      close();
      const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
      rmSync(directory, { recursive: true });
      const reports = [out, ...files];
      if (code !== 1 || reports.length !== 3) return `exit ${code}, ${reports.length} reports\n${out}`;
      if (!reports.every((it) => it.includes('POST /auth/signup') && it.includes('curl -i')))
        return `No call:\n${out}`;
      return secrets.filter((secret) => reports.some((it) => it.includes(secret))).join('\n') || undefined;
    },
  },
  {
    name: 'The watcher passes answers on and tells which do not fit',
    async run() {
      const spoil = faults.find(({ name }) => name === 'Prices are text')?.spoil;
      const { backend } = makeGoodBackend();
      const watched = await serve(overHttp(spoil?.(backend) ?? backend));
      const lines: string[] = [];
      const contract = readContractFile();
      const { api, close } = await serve(makeWatcher(watched.api, contract, (line) => lines.push(line)));
      const items = await fetch(`${api}/items?category=paper+goods`);
      const signup = await fetch(`${api}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Contract Test',
          email: 'contract-test@example.com',
          password: 'secret',
        }),
      });
      const { token } = (await signup.json()) as { token?: string };
      const text = await items.text();
      close();
      watched.close();
      const told = lines.join('\n');
      const fits =
        text.includes('"price":"0"') &&
        token &&
        lines.length === 1 &&
        told.includes('/0/price must be number');
      return fits ? undefined : `${items.status} ${signup.status} ${text}\n${told}`;
    },
  },
];
