import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { changeOf } from './broken/all.ts';
import { isText, refuse, type Shop } from './goodBackend.ts';
import { check, type Ended, runKit } from './kit.ts';
import { makeShop, manyProducts } from './row.ts';
import { serve } from './serve.ts';

// The command line: flags, exit codes, files, and the package as an API team has it.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const LEVELS = ['Adding again replaces the quantity', 'Any password logs in', 'A quantity of 0 is accepted'];

/** Serves a shop with these faults until the test ends. */
async function start(names: string[] = [], more: (shop: Shop) => void = () => {}) {
  const shop = makeShop((it) => {
    more(it);
    for (const name of names) Object.assign(it, applied(changeOf(name), it));
  });
  const { api, close } = await serve(shop);
  onTestFinished(close);
  return { api, shop };
}
function applied(change: ReturnType<typeof changeOf>, shop: Shop) {
  if (typeof change !== 'function') return change;
  change(shop);
  return {};
}

/** Runs `check` without the journey that waits for six seconds. */
const run = (api: string, ...flags: string[]) =>
  runKit(['check', api, ...(flags.includes('--only') ? [] : ['--skip', 'tokenStaysValid']), ...flags]);

/** Fails with the whole output. */
function expectOutput(
  { code, out, err }: Ended,
  wanted: { code: number; says?: RegExp[]; saysNot?: RegExp[] },
) {
  const text = `${out}${err}`;
  const problems = [
    ...(code === wanted.code ? [] : [`exit ${wanted.code}, not ${code}`]),
    ...(wanted.says ?? []).filter((it) => !it.test(text)).map((it) => `${it}`),
    ...(wanted.saysNot ?? []).filter((it) => it.test(text)).map((it) => `no ${it}`),
  ];
  if (problems.length)
    throw new Error(`${problems.map((it) => `expected  ${it}\n`).join('')}reported  ${text.slice(0, 1500)}`);
}

describe('Bad input: one line, and exit 2', () => {
  const url = 'http://127.0.0.1:1/api';
  const file = join(folder, 'list.txt');
  writeFileSync(file, 'my shopping list');
  const four = [1, 2, 3, 4].flatMap((nth) => ['--account', `shopper${nth}@example.com:secret`]);
  const inputs: [args: string[], says: RegExp][] = [
    [['chek', url], /chek/],
    [['--colour'], /--colour/],
    [['check'], /address|URL/],
    [['check', 'localhost:3000/api'], /localhost:3000\/api/],
    [['check', 'ftp://localhost/api'], /ftp:/],
    [['check', url, url], /one|argument/],
    [['check', url, '--colour'], /--colour/],
    [['check', url, '--only'], /--only/],
    [['check', url, '--only', '--level', 'breaks'], /--only/],
    [['check', url, '--only', 'ad'], /"?ad"?/],
    [['check', url, '--skip', 'ad'], /"?ad"?/],
    [['check', url, '--only', ''], /--only/],
    [['check', url, '--json'], /--json/],
    [['check', url, '--json', folder], /folder|directory/],
    [['check', url, '--json', join(file, 'report.json')], /list\.txt/],
    [['check', url, '--junit', join(file, 'report.xml')], /list\.txt/],
    [['check', url, '--baseline', join(folder, 'none.json')], /none\.json/],
    [['check', url, '--baseline', file], /list\.txt/],
    [['check', url, '--update-baseline'], /--baseline/],
    [['check', url, '--level', 'all'], /breaks.*unsafe.*strict/],
    [['check', url, '--rate', '0'], /--rate/],
    [['check', url, '--rate', 'fast'], /--rate/],
    [['check', url, '--wait=-1'], /--wait/],
    [['check', url, '--timeout', '0'], /--timeout/],
    [['check', url, '--account', 'ada'], /--account/],
    [['check', url, ...four], /--account/],
    [['check', url, '--account', 'a@b.c:1', '--account', 'A@b.c:2'], /--account/],
    [['check', url, '--account', 'a@b.c:1', '--signup', 'true'], /--signup/],
    [['check', url, '--header', 'no colon'], /--header/],
    [['check', url, '--header', 'Authorization: Basic eA=='], /Authorization/i],
    [['check', url, '--email-domain', 'a b'], /--email-domain/],
    [['check', url, '--origin', 'https://store.example/path'], /--origin/],
    [['journeys', 'all'], /all/],
  ];
  test.each(inputs)('%j', async (args, says) => {
    const ended = await runKit(args);
    expectOutput(ended, { code: 2, says: [says] });
    expect(`${ended.out}${ended.err}`.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('Help', () => {
  test('--help has an example for each command and the address of the docs; no command is exit 2', async () => {
    for (const args of [['--help'], ['check', '--help'], ['journeys', '--help']])
      expectOutput(await runKit(args), {
        code: 0,
        says: [
          /our-store-contract check http/,
          /our-store-contract journeys/,
          /docs\/api-teams\.md|https:\/\//,
        ],
      });
    expectOutput(await runKit([]), { code: 2, says: [/our-store-contract check/] });
    expectOutput(await runKit(['--version']), { code: 0, says: [/^\d+\.\d+\.\d+$/m] });
  });

  test('Every flag of the docs is in --help, and every flag of --help exists', async () => {
    const { out } = await runKit(['--help']);
    const inDocs = readFileSync(join(root, 'docs/api-teams.md'), 'utf8').match(/--[a-z][a-z-]+/g) ?? [];
    expect(inDocs.filter((flag) => !out.includes(flag) && !['--help', '--yes'].includes(flag))).toEqual([]);
    for (const flag of new Set(out.match(/--[a-z][a-z-]+/g)))
      expectOutput(await runKit(['check', flag, '1', '--no-such-flag']), {
        code: flag === '--help' || flag === '--version' ? 0 : 2,
        saysNot: flag.startsWith('--no') ? [] : [new RegExp(`(unknown|no) .*${flag}\\b(?!-)`, 'i')],
      });
  });

  test('journeys lists each journey with its level', async () => {
    expectOutput(await runKit(['journeys']), {
      code: 0,
      says: [/^wrongPassword +unsafe +\S/m, /^addTwice +breaks +\S/m],
    });
  });
});

describe('Verdicts', () => {
  test('--level sets the least level that fails the run', async () => {
    const codes = async (fault: string, only: string) => {
      const { api } = await start([fault]);
      const levels = ['strict', 'unsafe', 'breaks'];
      return Promise.all(levels.map(async (it) => (await run(api, '--only', only, '--level', it)).code));
    };
    expect(await codes('A quantity of 0 is accepted', 'addNothing')).toEqual([1, 0, 0]);
    expect(await codes('Any password logs in', 'wrongPassword')).toEqual([1, 1, 0]);
    expect(await codes('Adding again replaces the quantity', 'addTwice')).toEqual([1, 1, 1]);
  });

  test('The report of many faults begins with one screen, the most harmful fault first', async () => {
    const faults = [
      'priceMin is ignored',
      'category is ignored',
      'Quantities are text',
      'An email with a plus is refused',
    ];
    const { api } = await start([...LEVELS, ...faults]);
    const { code, out } = await run(api);
    const lines = out.split('\n').slice(0, 24);
    const levels = lines.flatMap((line) => /^✗ (breaks|unsafe|strict) /.exec(line)?.[1] ?? []);
    expect(code).toBe(1);
    expect(levels.length).toBeGreaterThan(4);
    expect(levels).toEqual(
      ['breaks', 'unsafe', 'strict'].flatMap((level) => levels.filter((it) => it === level)),
    );
    expect(lines.filter((line) => line.length > 110)).toEqual([]);
  });

  test('--only takes every id that a report prints, and --skip leaves journeys out', async () => {
    const { api } = await start(LEVELS);
    const { findings, journeys } = await check(api);
    const ids = [
      ...new Set([...journeys.map(({ id }) => id), ...findings.flatMap(({ members }) => members)]),
    ];
    const report = await check(api, ['--only', ids.filter((id) => id !== 'tokenStaysValid').join()]);
    expect(report.journeys.length).toBe(ids.length - 1);
    expect((await check(api, ['--only', 'add,remove'])).journeys.map(({ id }) => id)).toEqual([
      'add',
      'remove',
    ]);
    const shorter = await check(api, ['--skip', 'wrongPassword,tokenStaysValid']);
    expect(shorter.journeys.find(({ id, status }) => id === 'wrongPassword' && status !== 'skipped')).toBe(
      undefined,
    );
    expect(shorter.verdict).not.toMatch(/can go live on this backend\.$/);
  });

  test('Three runs against one database find the same', async () => {
    const { api } = await start(['Removing does nothing', 'A signup without an email is accepted']);
    const found = [await check(api), await check(api), await check(api)].map(({ findings }) =>
      findings.map(({ members }) => members.join()).join('\n'),
    );
    expect(new Set(found).size).toBe(1);
  });

  test('A baseline hides known failures until their day, and nothing else', async () => {
    const file = join(folder, 'baseline.json');
    const at = async (faults: string[], ...flags: string[]) => {
      const { api } = await start(faults);
      return run(api, '--baseline', file, '--only', 'priceMin,addNothing,forgedToken', ...flags);
    };
    const [one, two] = ['priceMin is ignored', 'A quantity of 0 is accepted'];
    expectOutput(await at([one], '--update-baseline'), { code: 0 });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/"reason"/);
    expectOutput(await at([one]), { code: 0, saysNot: [/✓ .*can go live/] });
    expectOutput(await at([one, two]), { code: 1, says: [/addNothing/] });
    expectOutput(await at([one, 'The cart opens with the first eight characters of a token']), {
      code: 1,
      says: [/forgedToken/],
    });
    expectOutput(await at([]), { code: 0, says: [/priceMin/] });
    writeFileSync(file, text.replace(/"until": "[^"]+"/g, '"until": "2020-01-01"'));
    expectOutput(await at([one]), { code: 1, says: [/2020-01-01/] });
    writeFileSync(file, text.replace(/"level": "[^"]+"/g, '"level": "strict"'));
    expectOutput(await at([one]), { code: 1, says: [/priceMin/] });
    writeFileSync(file, text.replace(/"reason": "[^"]+"/g, '"reason": ""'));
    expectOutput(await at([one]), { code: 2, says: [/reason/] });
  });
});

describe('Reports for programs', () => {
  const schema = JSON.parse(readFileSync(new URL('../report.schema.json', import.meta.url), 'utf8'));
  const fits = addFormats.default(new Ajv2020({ allErrors: true })).compile(schema);
  const xsd = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');
  const limit = (shop: Shop) => {
    shop.answer = async () => ({ status: 429, headers: { 'retry-after': '9999' } });
  };
  test.each<[string, string[], string[], ((shop: Shop) => void)?]>([
    ['no finding', [], []],
    ['findings of each level', LEVELS, []],
    ['a part of the journeys', ['A signup returns an HTML page'], ['--only', 'signup,items']],
    ['a server that cannot be judged', [], [], limit],
  ])(
    'JSON by its schema, JUnit by its schema, annotations that name the call: %s',
    async (_name, faults, flags, more) => {
      const { api } = await start(faults, more);
      const files = ['--json', join(folder, 'in/report.json'), '--junit', join(folder, 'in/report.xml')];
      const args = flags.length ? flags : ['--skip', 'tokenStaysValid'];
      const { code, out } = await runKit(['check', api, ...args, ...files], { GITHUB_ACTIONS: 'true' });
      const report = JSON.parse(read('in/report.json'));
      fits(report);
      expect(fits.errors ?? []).toEqual([]);
      const xml = await validateXML({
        xml: [{ fileName: 'report.xml', contents: read('in/report.xml') }],
        schema: [xsd],
      });
      expect(xml.errors).toEqual([]);
      const annotations = out.split('\n').filter((line) => /^::(error|warning) /.test(line));
      expect(annotations.length).toBe(report.findings.length + (code === 2 ? 1 : 0));
      for (const line of annotations) expect(line).toMatch(/^::\w+ title=[^,:]+::.*(GET|POST) \//);
      for (const line of annotations) expect(line).not.toMatch(/ file=/);
    },
  );

  test('No report has a token or a password in it, of test users or of the team', async () => {
    const secrets = ['team-Secret-1', 'hush-hush'];
    const listen = (shop: Shop) => {
      shop.users.set('one@team.example', {
        name: 'Team',
        email: 'one@team.example',
        digest: shop.digest('team-Secret-1'),
        cart: new Map(),
      });
      shop.onReply(({ status, body }, { fields, headers }) => {
        const { token } = (body ?? {}) as { token?: unknown };
        for (const secret of [fields.password, token])
          if (isText(secret) && secret.length > 3) secrets.push(secret.trim());
        return status < 400 ? undefined : { status, body: { received: fields, headers } };
      });
    };
    const { api } = await start(LEVELS, listen);
    const files = [
      '--json',
      join(folder, 'secret.json'),
      '--junit',
      join(folder, 'secret.xml'),
      '--header',
      'X-Team: hush-hush',
    ];
    const whole = await runKit(['check', api, '--skip', 'tokenStaysValid', ...files], {
      GITHUB_ACTIONS: 'true',
    });
    const reports = [whole.out, whole.err, read('secret.json'), read('secret.xml')];
    const own = await run(
      api,
      '--account',
      'one@team.example:team-Secret-1',
      '--header',
      'X-Team: hush-hush',
    );
    expect(whole.code + own.code).toBe(2);
    for (const report of [...reports, own.out, own.err])
      expect([...new Set(secrets)].filter((secret) => report.includes(secret))).toEqual([]);
  });

  test('The curl line of a finding repeats the call', async () => {
    const { api } = await start(['priceMin is ignored']);
    const { out } = await run(api, '--only', 'priceMin');
    const [line = 'false'] = /curl .*$/m.exec(out) ?? [];
    expect((await execute('sh', '-c', line)).out).toMatch(/"price":0\b/);
  });
});

describe('Servers as they are', () => {
  const accounts = ['one', 'two', 'three'].map((name) => `${name}@team.example:team-Secret-1`);
  const flags = accounts.flatMap((account) => ['--account', account]);
  const closed = (shop: Shop) => {
    for (const account of accounts) {
      const [email = ''] = account.split(':');
      shop.users.set(email, { name: 'Team', email, digest: shop.digest('team-Secret-1'), cart: new Map() });
    }
    shop.before('POST /auth/signup', ({ headers }) =>
      headers['x-confirmed'] ? undefined : refuse(403, 'closed'),
    );
  };

  test('--account: accounts instead of signups', async () => {
    const good = await start([], closed);
    expectOutput(await run(good.api, ...flags), { code: 0, says: [/signup/], saysNot: [/✗/, /can go live/] });
    const bad = await start(['Adding again replaces the quantity'], closed);
    expectOutput(await run(bad.api, ...flags), { code: 1, says: [/addTwice/] });
    expectOutput(await run(good.api, '--account', 'four@team.example:wrong'), { code: 2, says: [/log in/] });
    const env = { CONTRACT_ACCOUNTS: accounts.join('\n') };
    expectOutput(await runKit(['check', good.api, '--only', 'addTwice'], env), { code: 0 });
  });

  test('--signup: a command that signs up and prints a token', async () => {
    const { api } = await start([], closed);
    const body = `{\\"name\\":\\"$NAME\\",\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}`;
    const command = `curl -s ${api}/auth/signup -H 'x-confirmed: 1' -H 'content-type: application/json' -d "${body}" | cut -d'"' -f4`;
    expectOutput(await run(api, '--signup', command, '--only', 'add,secondShopper'), { code: 0 });
    expectOutput(await run(api, '--signup', 'echo "no: $PASSWORD" >&2; exit 3'), {
      code: 2,
      says: [/no: •••/],
    });
  });

  test('--header goes with each call, and --email-domain into each email', async () => {
    const { api, shop } = await start([], (it) =>
      it.onReply((_reply, { headers }) => (headers['x-team'] === 'hush-hush' ? undefined : refuse(403))),
    );
    expectOutput(await run(api), { code: 2 });
    expectOutput(await run(api, '--header', 'X-Team: hush-hush', '--email-domain', 'mail.test'), { code: 0 });
    const emails = [...shop.users.keys()].filter((email) => email.includes('contract-test-'));
    expect(emails.some((email) => email.endsWith('@mail.test'))).toBe(true);
    expect(emails.filter((email) => email.endsWith('@example.com'))).toEqual([]);
  });

  test('--rate limits the calls in each second', async () => {
    const times: number[] = [];
    const { api } = await start([], (shop) => shop.edit('GET /cart', () => times.push(Date.now())));
    await run(api, '--rate', '20', '--only', 'add,addTwice,remove,twoItems');
    expect(
      Math.max(...times.map((from) => times.filter((it) => it >= from && it < from + 950).length)),
    ).toBeLessThan(21);
  });

  test('--wait waits for a server that is still starting', async () => {
    for (const [wait, code] of [
      [[], 2],
      [['--wait', '60'], 0],
    ] as const) {
      const before = [{ status: 0 }, { status: 503 }, { status: 200, body: [] }];
      const { api } = await start([], (shop) => shop.onReply(() => before.shift()));
      expectOutput(await run(api, '--only', 'items', ...wait), { code });
    }
  });

  test('A run leaves test users with empty carts, and nothing else', async () => {
    const { api, shop } = await start();
    expectOutput(await run(api), { code: 0 });
    const users = [...shop.users.values()];
    expect(users.length).toBeGreaterThan(10);
    expect(
      users.filter(
        ({ name, email, cart }) =>
          !/^contract-test-/i.test(email) || !name.startsWith('Contract Test') || cart.size,
      ),
    ).toEqual([]);
  });
});

describe('The package', () => {
  let program: string;
  beforeAll(async () => {
    await execute('npm', 'pack', '-w', 'contract', '--pack-destination', folder);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    const { code, err } = await executeIn(
      folder,
      'npm',
      'install',
      '--offline',
      '--no-audit',
      `./${tarball}`,
    );
    if (code) throw new Error(err);
    program = join(folder, 'node_modules/.bin/our-store-contract');
  }, 120_000);

  test('A correct server passes; a wrong address is exit 2; no other package comes along', async () => {
    const { api } = await start();
    expectOutput(await execute(program, 'check', api, '--skip', 'tokenStaysValid'), { code: 0 });
    expectOutput(await execute(program, 'check', 'localhost:3000/api'), { code: 2 });
    const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages.length).toBeLessThan(3);
    expect(JSON.parse(read('node_modules/our-store-contract/package.json')).exports).toHaveProperty([
      './report.schema.json',
    ]);
  });

  test('10,000 items take less than 250 MB', async () => {
    const products = Array.from({ length: 500 }, (_, i) =>
      manyProducts.map((it) => ({ ...it, _id: `${i}-${it._id}` })),
    ).flat();
    const { api } = await start([], (shop) => Object.assign(shop, { products }));
    const { code, err } = await execute(
      'sh',
      '-c',
      `ulimit -v unlimited; /usr/bin/time -f 'used %M' '${program}' check ${api} --skip tokenStaysValid`,
    );
    expect(code).toBe(0);
    expect(Number(/used (\d+)/.exec(err)?.[1])).toBeLessThan(250 * 1024);
  });

  test('Ctrl-C ends with the report of the findings so far, and exit 2', async () => {
    const { api } = await start(['A signup without a name is accepted']);
    const child = spawn(program, ['check', api, '--rate', '20', '--junit', join(folder, 'stopped.xml')]);
    const out = collect(child);
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expectOutput({ code, out: out(), err: '' }, { code: 2, says: [/^\? This backend could not be judged/] });
    expect(read('stopped.xml')).toContain('<testsuite');
  });

  test('The mock passes', async () => {
    const mock = spawn(process.execPath, ['--import', 'tsx', 'mocks/server.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0' },
    });
    onTestFinished(() => void mock.kill());
    const [line] = await once(mock.stdout, 'data');
    expectOutput(await run(/http\S+/.exec(String(line))?.[0] ?? ''), { code: 0 });
  });
});

const executeIn = (cwd: string, file: string, ...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(file, args, { cwd }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const execute = (file: string, ...args: string[]) => executeIn(root, file, ...args);

function collect(child: ChildProcess) {
  let out = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  return () => out;
}
