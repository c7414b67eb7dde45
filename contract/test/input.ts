import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere, runPackage, type Test } from './cli.ts';

const api = 'http://127.0.0.1:1/api';
const file = join(mkdtempSync(join(tmpdir(), 'contract-input-')), 'file');
writeFileSync(file, 'my shopping list');
const odd = `${file}.json`;
writeFileSync(odd, JSON.stringify({ openapi: '3.1.0', paths: { '/items': { get: { parameters: 7 } } } }));

/** Arguments that cannot be taken, and a part of the line that says why and what can. */
const inputs: [args: string[], says: string][] = [
  [['chek', api], 'There is no command "chek", only: check, watch, diff, docs, journeys.'],
  [['toString'], 'There is no command "toString"'],
  [['--colour'], 'There is no command "--colour"'],
  [['check'], 'No address given. Give one as in http://localhost:3000/api'],
  [['check', 'localhost:3000/api'], '"localhost:3000/api" is no address of an API'],
  [['check', 'ftp://localhost/api'], 'is no address of an API'],
  [['check', api, api], `"${api}" is one argument too many.`],
  [['check', api, '--colour'], 'There is no --colour here, only: --report, --json, '],
  [['check', api, '-x'], 'There is no -x here, only: --report'],
  [['check', api, '--only'], '--only needs a value.'],
  [['check', api, '--only', '--level', 'breaks'], '--only needs a value.'],
  [['check', api, '--only', 'add', '--only', 'remove'], '--only is given twice: give it once.'],
  [['check', api, '--script'], '--script belongs to --only: give both.'],
  [['check', api, '--json'], '--json needs a value.'],
  [['check', api, '--json', join(file, 'report.json')], 'Nothing can be written there: '],
  [['check', api, '--only', 'ad'], 'There is no journey "ad"'],
  [['check', api, '--only', ''], '--only needs a value.'],
  [['check', api, '--only', 'add,'], 'There is no journey ""'],
  [['check', api, '--report', ''], '--report needs a value.'],
  [['check', api, '--json', tmpdir()], 'is a folder: give the name of a file in it.'],
  [
    ['check', api, '--baseline', join(file, 'known.json'), '--update-baseline'],
    'Nothing can be written there: ',
  ],
  [['check', api, '--level', 'all'], 'There is no level "all", only: breaks, unsafe, strict.'],
  [['check', api, '--rate', '0'], '--rate is "0"; give a number, 0.01 or more.'],
  [['check', api, '--rate', 'fast'], '--rate is "fast"; give a number'],
  [['check', api, '--wait=-1'], '--wait is "-1"; give a number, 0 or more.'],
  [['check', api, '--wait', 'Infinity'], '--wait is "Infinity"; give a number'],
  [['check', api, '--deep', 'abc'], '--deep is "abc"; give a whole number, 1 or more.'],
  [['check', api, '--deep', '1.5'], '--deep is "1.5"; give a whole number'],
  [['check', '--deep', api, '0'], '"0" is one argument too many.'],
  [['check', api, '--deep', '--seed', 'abc'], '--seed is "abc"; give a whole number, 0 or more.'],
  [['check', api, '--seed', '7'], '--seed belongs to --deep: give both.'],
  [['check', api, '--host', 'shop.example'], '--host belongs to --deep: give both.'],
  [['check', 'http://shop.example/api', '--deep'], '--host shop.example'],
  [['check', api, '--report', file], 'Nothing can be written there: EEXIST'],
  [['watch'], 'No address given.'],
  [['watch', api, '--rate', '5'], 'There is no --rate here, only: --port.'],
  [['watch', api, api], 'is one argument too many.'],
  [['watch', api, '--port', '70000'], '--port is "70000"; give a number from 1 to 65535.'],
  [['watch', api, '--port', '0'], '--port is "0"; give a whole number, 1 or more.'],
  [['diff'], 'What is to be compared? diff OLD [NEW], or diff --backend FILE.'],
  [['diff', file], 'cannot be compared'],
  [['diff', tmpdir()], 'cannot be compared'],
  [['diff', 'no-such-tag'], 'there is no such file, and no such git tag here'],
  [['diff', file, file, file], 'is one argument too many.'],
  [['diff', '--backend', file, file], 'is one argument too many.'],
  [['diff', '--backend'], '--backend needs a value.'],
  [['diff', '--backend', ''], '--backend needs a value.'],
  [['diff', '--backend', odd], 'cannot be compared'],
  [['diff', file, '--json=1'], '--json takes no value.'],
  [['docs', '/etc'], '/etc is a folder: give the name of a file in it.'],
  [['docs', '--json'], 'There is no --json here'],
  [['docs', join(file, 'api.html')], 'Nothing can be written there: '],
  [['docs', 'one.html', 'two.html'], '"two.html" is one argument too many.'],
  [['journeys', 'all'], '"all" is one argument too many.'],
];

/** The exit code, what was printed, and undefined where it is 2 and one line that says `says`. */
async function refuse(args: string[], says: string): Promise<string | undefined> {
  const { code, out, err } = await runHere(...args);
  const fits = code === 2 && out === '' && err.trimEnd().split('\n').length === 1 && err.includes(says);
  return fits ? undefined : `${args.join(' ')}: exit ${code}, not "${says}"\n${out}${err}`;
}

export const inputTests: Test[] = [
  ...inputs.map(([args, says]) => ({
    name: `Bad input, one line and exit 2: ${args.join(' ').replaceAll(tmpdir(), '…')}: ${says}`,
    run: () => refuse(args, says),
  })),
  {
    name: 'Bad input, one line and exit 2: a port that is taken',
    async run() {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as { port: number };
      const problem = await refuse(
        ['watch', api, '--port', `${port}`],
        `Port ${port} is taken: give another`,
      );
      taken.close();
      return problem;
    },
  },
  {
    name: 'No command at all: what there is, and exit 2; --help the same with 0; --version; journeys',
    async run() {
      const [none, help, version, journeys] = await Promise.all([
        runPackage(),
        runPackage('check', '--help'),
        runPackage('--version'),
        runPackage('journeys'),
      ]);
      const told = [none.code, none.err === help.out, help.code, version.out.trim(), journeys.code].join();
      const isListed = /^wrongPassword +unsafe +A login with a wrong password is refused\.$/m.test(
        journeys.out,
      );
      return /^2,true,0,\d+\.\d+\.\d+,0$/.test(told) && isListed ? undefined : `${told}\n${journeys.out}`;
    },
  },
  {
    name: 'Every flag in docs/api-teams.md is in --help, and the page is short',
    async run() {
      const page = readFileSync(new URL('../../docs/api-teams.md', import.meta.url), 'utf8');
      const { out } = await runHere('--help');
      const others = ['--help', '--yes'];
      const strangers = page.match(/--[a-z][a-z-]*/g)?.filter((it) => !`${out} ${others}`.includes(it));
      const { length } = page.trimEnd().split('\n');
      return strangers?.length || length > 200 ? `${strangers} ${length} lines` : undefined;
    },
  },
  {
    name: 'Every flag is in --help, and every flag there is one',
    async run() {
      const { out } = await runHere('--help');
      const wanted = new Set(out.match(/--[a-z-]+/g));
      const known = new Set(['--help', '--version']);
      for (const command of ['check', 'watch', 'diff']) {
        const { err } = await runHere(command, '--no-such-flag');
        for (const flag of err.split('only: ')[1]?.match(/--[a-z-]+/g) ?? []) known.add(flag);
      }
      const differing = [...new Set([...wanted, ...known])].filter((it) => !wanted.has(it) || !known.has(it));
      return differing.filter((it) => it !== '--help').join() || undefined;
    },
  },
];
