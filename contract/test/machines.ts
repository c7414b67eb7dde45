import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';
import { checkBackend } from '../check.ts';
import { readContractFile } from '../contractFile.ts';
import { toAnnotations, toJson, toJUnit } from '../machines.ts';
import { makeReport } from '../report.ts';
import type { Failure, Run, Verdict } from '../run.ts';
import { colour, makeProgress } from '../terminal.ts';
import { checkFaults, execute, findPackage, PROGRAM, runHere, type Test } from './cli.ts';
import { faults } from './faults.ts';
import { makeGoodBackend, type SlowBackend } from './goodBackend.ts';
import { overHttp, serve } from './serve.ts';

const here = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const schema = JSON.parse(here('../report.schema.json'));
const fitsSchema = addFormats.default(new Ajv2020({ allErrors: true })).compile(schema);

const spoiltBy = (...names: string[]): SlowBackend =>
  names.reduce<SlowBackend>((it, name) => {
    const fault = faults.find((own) => own.name === name);
    if (!fault) throw new Error(`There is no fault "${name}".`);
    return fault.spoil(it as ReturnType<typeof makeGoodBackend>['backend']);
  }, makeGoodBackend().backend);

/** Runs with every outcome that there is: all is well; findings of each level; a part; not judged. */
const runs: [name: string, backend: SlowBackend, only?: string[]][] = [
  ['all is well', makeGoodBackend().backend],
  [
    'findings of each level',
    spoiltBy('Adding again replaces the quantity', 'Any password logs in', 'A quantity of 0 is accepted'),
  ],
  ['a part', spoiltBy('A signup brings an HTML page'), ['signup', 'items']],
  ['not judged', () => ({ status: 429, headers: { 'retry-after': '9999' } })],
];

/** What GitHub's runner reads of a workflow command: its kind, its properties and its message. */
function readCommand(line: string) {
  const [, kind, properties = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const decode = (text: string, signs: RegExp) => text.replace(signs, decodeURIComponent);
  const all = properties.split(',').map((it) => /^(.*?)=(.*)$/.exec(it)?.slice(1) ?? []);
  return {
    kind,
    ...Object.fromEntries(all.map(([name, value = '']) => [name, decode(value, /%(0D|0A|3A|2C|25)/g)])),
    message: decode(message, /%(0D|0A|25)/g),
  };
}

/** The scripts in what was printed, each run; what they printed in the end. */
async function runScripts(out: string): Promise<string[]> {
  const scripts = out.split(/^(?=#!\/bin\/sh)/m).slice(1);
  return Promise.all(scripts.map(async (it) => (await promisify(execFile)('sh', ['-c', it])).stdout));
}

/** A fault, the journey that shows it, and the end of what its script prints. */
const repeated: [name: string, only: string, end: RegExp][] = [
  ['Adding again replaces the quantity', 'addTwice', /"quantity":3\}\]\n$/],
  ['Any password logs in', 'wrongPassword', /^HTTP\/1\.1 201 .*"token":"[\w-]+"\}\n$/s],
  ['An addition writes back the cart that it has read', 'itemsMeet', /\[\{"item":\{[^[]*\}\]\n$/],
  ['Logins that meet get the token of the last one', 'loginsMeet', /\[\{"item":\{[^[]*\}\]\n$/],
  ['A token opens the cart when its first eight signs are right', 'forgedToken', /^HTTP\/1\.1 200/m],
];

export const machineTests: Test[] = [
  ...runs.map(
    ([name, backend, only]): Test => ({
      name: `Machines read it: ${name}: JSON and JUnit by their schemas, annotations at lines that are there`,
      async run() {
        const { api, close } = await serve(overHttp(backend));
        const run = await checkBackend(api, { only });
        close();
        const report = makeReport(run, 'unsafe', { contract: '1.2.3', api });
        const json = toJson(report);
        if (!fitsSchema(JSON.parse(json))) return JSON.stringify(fitsSchema.errors, null, 2);
        const xml = [{ fileName: 'junit.xml', contents: toJUnit(report) }];
        const { valid, errors } = await validateXML({ xml, schema: [here('junit.xsd')] });
        if (!valid) return JSON.stringify(errors);
        const lines = toAnnotations(report).split('\n').filter(Boolean);
        const wrong = lines.find((it) => {
          const [, line, id] =
            /^::(?:error|warning) file=openapi\.yaml,line=(\d+),title=(\w+)[^:,]*::[^\n]+$/.exec(it) ?? [];
          const contract = run.verdicts.find((verdict) => verdict.id.split(' ')[0] === id)?.failure?.contract;
          const there = readContractFile().split('\n')[Number(line) - 1]?.trim();
          return !there?.includes(contract?.split(' ').slice(0, 3).join(' ') ?? '?');
        });
        const { findings, code } = JSON.parse(json);
        const isWhole = lines.length === findings.length && (name === 'not judged') === (code === 2);
        return wrong ?? (isWhole ? undefined : `${lines.length} annotations, ${json.slice(0, 500)}`);
      },
    }),
  ),
  ...repeated.map(
    ([fault, only, end]): Test => ({
      name: `A failure can be repeated without the kit: ${fault}`,
      async run() {
        const { api, close } = await serve(overHttp(spoiltBy(fault)));
        const { out } = await runHere('check', api, '--only', only, '--script');
        const printed = await runScripts(out);
        close();
        const hasMeeting = !only.endsWith('Meet') || /&\n.*&\nwait\n/.test(out);
        return hasMeeting && printed.length === 1 && end.test(printed[0] ?? '')
          ? undefined
          : `${out}\n${printed}`;
      },
    }),
  ),
  {
    name: 'Annotations on GitHub: what counts and is not known is an error; %, line ends, colons, commas and :: come out as they went in',
    run() {
      const odd = 'a,b: 100 %, %0A %25\r\n::error::c';
      const failure: Failure = {
        level: 'unsafe',
        call: odd,
        expected: odd,
        got: odd,
        reason: odd,
        line: 7,
        root: odd,
        before: [],
        curl: '',
        contract: '',
        shopper: '',
        script: '',
      };
      const verdict: Verdict = { id: odd, summary: '', outcome: 'failed', ms: 0, failure };
      const known = { fresh: [], ended: [], left: [odd], mended: [], unseen: [] };
      const told = ([['unsafe'], ['breaks'], ['unsafe', known]] as const).map(([least, baseline]) => {
        const run = { verdicts: [verdict], notes: [], ...(baseline && { baseline }) } as Run;
        return readCommand(toAnnotations(makeReport(run, least, { contract: '1.2.3', api: '' })));
      });
      const wanted = ['error', 'warning', 'warning'].map((kind) => ({
        kind,
        file: 'openapi.yaml',
        line: '7',
        title: `${odd} (unsafe)`,
        message: `${odd}\nexpected: ${odd}\ngot: ${odd}\nlikely: ${odd}`,
      }));
      return isDeepStrictEqual(told, wanted) ? undefined : JSON.stringify(told, null, 2);
    },
  },
  {
    name: '--json and --report write files; on GitHub, findings are marked; the package has the schema',
    async run() {
      const onGitHub = async (...args: string[]) =>
        execute(await findPackage(), 'env', 'GITHUB_ACTIONS=true', PROGRAM, ...args);
      const folder = mkdtempSync(join(tmpdir(), 'contract-json-'));
      const [json, report] = [join(folder, 'in/report.json'), join(folder, 'report')];
      const names = ['A cart may be kept for a minute'];
      const { out } = await checkFaults(
        names,
        ['--only', 'cartIsNotKept', '--json', json, '--report', report],
        onGitHub,
      );
      const { findings } = JSON.parse(readFileSync(json, 'utf8'));
      const isThere = existsSync(
        join(await findPackage(), 'node_modules/our-store-contract/dist/report.schema.json'),
      );
      const fits =
        /^::error file=openapi\.yaml,line=\d+,title=cartIsNotKept/m.test(out) && findings.length === 1;
      return fits && isThere ? undefined : `${isThere} ${out}`;
    },
  },
  {
    name: 'Ctrl-C leaves a report of what was found until then, and ends with 2',
    async run() {
      const { api, close } = await serve(overHttp(spoiltBy('A signup without name is accepted')));
      const folder = mkdtempSync(join(tmpdir(), 'contract-broken-off-'));
      const program = join(await findPackage(), PROGRAM);
      const child = spawn(program, ['check', api, '--rate', '40', '--report', folder]);
      let [out, err] = ['', ''];
      child.stdout.on('data', (text) => (out += text));
      child.stderr.on('data', (text) => {
        err += text;
        // Pressed again, it would end the run at once.
        if (!child.killed && /✓ tokenWorksAgain/.test(err)) child.kill('SIGINT');
      });
      const [code] = await once(child, 'close');
      close();
      const told = out.startsWith('? This backend could not be judged. The run was broken off.');
      const isWritten =
        existsSync(join(folder, 'contract.html')) && existsSync(join(folder, 'contract.junit.xml'));
      return code === 2 && told && isWritten ? undefined : `exit ${code} ${isWritten}\n${out}\n${err}`;
    },
  },
  {
    name: 'watch --port: the store finds it there, and what does not fit is a line',
    async run() {
      const { api, close } = await serve(overHttp(spoiltBy('Prices are text')));
      const spare = createServer().listen(0, '127.0.0.1');
      await once(spare, 'listening');
      const { port } = spare.address() as { port: number };
      await new Promise((resolve) => spare.close(resolve));
      const program = join(await findPackage(), PROGRAM);
      const child = spawn(program, ['watch', api, '--port', `${port}`]);
      let out = '';
      const said = (text: string) =>
        new Promise<void>((resolve) => {
          const look = () => out.includes(text) && resolve();
          child.stdout.on('data', (more) => {
            out += more;
            look();
          });
        });
      await said('click through it');
      const told = said('/0/price must be number');
      const { status } = await fetch(`http://127.0.0.1:${port}/api/items?category=drinks`);
      await told;
      child.kill();
      close();
      return status === 200 ? undefined : `${status}`;
    },
  },
  {
    name: 'An operation that takes long, again and again: found, and not called any more',
    async run() {
      const good = makeGoodBackend().backend;
      const slow: SlowBackend = async (call) => {
        if (call.path === '/cart') await new Promise((resolve) => setTimeout(resolve, 1500));
        return good(call);
      };
      let calls = 0;
      const { api, close } = await serve(
        overHttp((call) => {
          if (call.path === '/cart') calls++;
          return slow(call);
        }),
      );
      const run = await checkBackend(api, { patience: { long: 1400 } });
      close();
      const { failure } = run.verdicts.find(({ id }) => id === 'getCart soon') ?? {};
      const { line } = makeReport(run, 'strict', { contract: '1.2.3', api });
      const others = run.verdicts.filter((it) => it.failure && it.id !== 'getCart soon').map(({ id }) => id);
      const fits =
        failure?.level === 'breaks' && failure.got.includes('third answer in a row') && calls === 3;
      return fits && !others.length && line.startsWith('✗ The store cannot go live')
        ? undefined
        : `${line} ${calls} ${others} ${failure?.got}`;
    },
  },
  {
    name: 'Progress: names and a count in one line on a terminal, plain lines elsewhere; NO_COLOR',
    run() {
      const written: string[] = [];
      const stream = (isTTY: boolean) =>
        ({ isTTY, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
      for (const isTTY of [true, false]) {
        const { journey, end } = makeProgress(stream(isTTY));
        journey('login', 'passed', 2, 9);
        journey('add', 'failed', 3, 9);
        end();
      }
      const { NO_COLOR } = process.env;
      process.env.NO_COLOR = '1';
      const plain = colour('✗ add', stream(true));
      delete process.env.NO_COLOR;
      const coloured = colour('✗ add\nSo ✗', stream(true));
      if (NO_COLOR !== undefined) process.env.NO_COLOR = NO_COLOR;
      const told = JSON.stringify([...written, plain, coloured, colour('✗ add', stream(false))]).replaceAll(
        '\\u001b',
        'ESC',
      );
      const wanted =
        '["\\rESC[K2/9 login","\\rESC[KESC[31m✗ESC[39m add\\n3/9 add","\\rESC[K","✓ login\\n","✗ add\\n","","✗ add","ESC[31m✗ESC[39m add\\nSo ✗","✗ add"]';
      return told === wanted ? undefined : told;
    },
  },
];
