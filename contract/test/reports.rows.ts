import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { hasSignup } from '../judge/files.ts';
import { issueJwts, STORE } from './fault.ts';
import { type IncomingCall, isText, refuse } from './goodBackend.ts';
import { expectOutput, start, startOverHttp } from './judge.ts';
import { accounts, check, type Ended, kitEnvironment, runKit } from './kit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const FAULTS = ['Adding again replaces the quantity', 'Any password logs in', 'Adding "many" is accepted'];

const execute = (cwd: string, file: string, ...args: string[]) =>
  new Promise<Ended>((resolve) => {
    // Many developers let npm run no scripts.
    const own = { CONTRACT_PAUSE_SCALE: '0.02', npm_config_ignore_scripts: 'true' };
    const env = { ...process.env, ...kitEnvironment, ...own };
    execFile(file, args, { cwd, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

// An empty folder with the package in it, as an API team has it.
const program = join(folder, 'node_modules/.bin/our-store-contract');
beforeAll(async () => {
  const pack = ['pack', '-w', 'contract', '--ignore-scripts=false'];
  await execute(root, 'npm', ...pack, '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  const { code, err } = await execute(folder, 'npm', 'install', '--offline', '--no-audit', `./${tarball}`);
  if (code) throw new Error(err);
}, 120_000);

describe('Reports', () => {
  test('The text begins with one screen, with leaks and then the most harmful fault first', async () => {
    const more = [
      'priceMin is ignored',
      'category matches a part of the name',
      'All shoppers share one cart',
    ];
    const { api } = start([...FAULTS, ...more]);
    const { code, out } = await runKit(['check', api]);
    const [screen = ''] = out.split(/^✗ \w+: /m);
    const lines = screen.trimEnd().split('\n');
    expect(lines.find((line) => line.startsWith('✗ breaks'))).toMatch(/secondShopper: .*leaks/);
    const levels = lines.flatMap((line) => /^✗ (breaks|unsafe|strict) /.exec(line)?.[1] ?? []);
    expect([code, levels.length > 4, lines.length < 24]).toEqual([1, true, true]);
    const worstFirst = ['breaks', 'unsafe', 'strict'];
    expect(levels).toEqual(worstFirst.flatMap((name) => levels.filter((level) => level === name)));
    expect(lines.filter((line) => line.length > 110 || line.endsWith('…'))).toEqual([]);
    const sentences = screen.split('\n\n')[1]?.split(/\n(?=\S)/) ?? [];
    expect(sentences.filter((sentence) => !sentence.endsWith('.'))).toEqual([]);
  });

  test('JUnit has a testcase for each journey, in characters that XML can have', async () => {
    const { api } = start(['Adding again replaces the quantity'], (shop) => {
      shop.products = shop.products.map((item) => ({ ...item, _id: `tea-${item._id}`, name: '<hr>\uffff' }));
      // Links and items are no secrets.
      shop.showToken = (token) => ({ token, links: { cart: '/cart' }, cart: [{ itemId: 'tea-p1' }] });
    });
    const flags = ['--only', 'items,addTwice,secondShopper', '--account', `${accounts[0]}`];
    await runKit(['check', api, ...flags, '--junit', join(folder, 'report.xml')]);
    const summary =
      'GET /cart returned 200 (quantity too low). Expected: Adding an item again increases its quantity.';
    const testcase = '<testcase classname="our-store-contract"';
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="our-store-contract" tests="3" failures="1" errors="0" skipped="1">
${testcase} name="items @breaks: GET /items needs no token, and every item has its own id"></testcase>
${testcase} name="addTwice @breaks: Adding an item again increases its quantity"><failure message="${summary}">${summary}
GET /cart → 200
expected: One line: item tea-p1 with quantity 2.
got: Status 200, a list of 1: [{&#34;item&#34;:{&#34;_id&#34;:&#34;tea-p1&#34;,&#34;name&#34;:&#34;&#60;hr&#62; &#34;,&#34;price&#34;:4.5},&#34;quantity&#34;:1}]</failure></testcase>
${testcase} name="secondShopper @breaks: Each shopper sees and changes only their own cart"><skipped message="it needs another account of --account"/></testcase>
</testsuite>
</testsuites>
`;
    expect(read('report.xml').replaceAll(/ time="[\d.]+"/g, '')).toBe(xml);
  });

  test('JUnit has an error if the backend could not be judged', async () => {
    await runKit(['check', 'http://127.0.0.1:1/api', '--junit', join(folder, 'error.xml')]);
    expect(read('error.xml')).toMatch(
      / errors="1" .*\n.*<error message="\? This backend could not be judged/,
    );
  });

  test('No report has a token in it, or what the kit was given', async () => {
    const [account = ''] = accounts;
    const secrets = new Set([account.replace(/.*:/, ''), 'hush-hush']);
    const { api } = start(FAULTS, (shop) => {
      shop.newToken = () => randomUUID().padEnd(600, 'x');
      shop.onReply(({ status, body }, { fields, headers }) => {
        const { token } = (body ?? {}) as { token?: unknown };
        // A report is cut within a long token.
        if (isText(token)) secrets.add(token.slice(0, 36));
        return status < 400 ? undefined : { status, body: { received: fields, headers } };
      });
    });
    const files = ['--json', join(folder, 'secret.json'), '--junit', join(folder, 'secret.xml')];
    const args = ['check', api, '--header', 'X-Team: hush-hush', ...files];
    const all: string[] = [];
    for (const flags of [[], ['--account', account]]) {
      const { code, out, err } = await runKit([...args, ...flags]);
      expect(code).toBe(1);
      all.push(out, err, read('secret.json'), read('secret.xml'));
    }
    expect([...secrets].filter((secret) => all.some((text) => text.includes(secret)))).toEqual([]);
  });

  test('A token that does not fit the contract is hidden, too', async () => {
    const { api, shop } = start([], (shop) => {
      shop.showToken = (token) => ({ token: `${token}\n` });
    });
    const { code, out } = await runKit(['check', api, '--only', 'login']);
    expect(code).toBe(1);
    expect([...shop.sessions.keys()].filter((token) => out.includes(token))).toEqual([]);
  });

  test('A finding names the token that a careless backend accepts, which is no secret', async () => {
    const { api } = start([], (shop) => {
      shop.before('GET /cart', ({ token }) => (token === 'null' ? { status: 200, body: [] } : undefined));
    });
    const { findings } = await check(api, ['--only', 'getCartWithWrongToken']);
    expect(findings[0]?.call).toBe('with "null": GET /cart → 200');
  });

  test.each([
    ['Adding again replaces the quantity', []],
    ['A stack trace of Node', []],
    ['A malformed body hangs', ['--timeout', '1', '--only', 'loginWithoutJson']],
    ['No response has a header for other origins', ['--origin', STORE]],
  ])('The command of a finding repeats it, and again on the same server: %s', async (fault, flags) => {
    const { api } = start([fault]);
    const [finding] = (await check(api, flags)).findings;
    const [, , ...args] = `${finding?.try}`.replace('EMAIL:PASSWORD', `${accounts[0]}`).split(' ');
    for (let time = 0; time < 2; time++) {
      const { out } = await runKit(args);
      expect(out).toContain(`✗ ${finding?.id}: ${finding?.call.split(' {')[0]}`);
    }
  });

  test('The command of an outage repeats the whole run, because other calls may have led to it', async () => {
    const { api } = start(['Each unknown item takes a connection, until every call hangs']);
    const [finding] = (await check(api, ['--timeout', '0.1'])).findings;
    const flags = `${hasSignup ? '' : ' --account EMAIL:PASSWORD'} --timeout 0.1`;
    expect(finding?.try).toBe(`npx our-store-contract check ${api}${flags}`);
  });

  test.each([
    ['POST /cart/add', 404, 'add'],
    ['POST /cart/remove', 404, 'remove'],
    ['POST /auth/signup', 404, 'signup'],
    ['POST /auth/login', 501, 'login'],
    ['GET /items', 405, 'items'],
  ])(
    'A call that does not exist is one failure, and what needs it is skipped: %s',
    async (route, code, head) => {
      // A program may read the body before it looks for the call.
      const isUnread = ({ operation, body }: IncomingCall) => operation?.hasBody && body === undefined;
      const { api } = start([], (shop) =>
        shop.before(route, (call) => ({ status: isUnread(call) ? 400 : code })),
      );
      const { exitCode, findings, journeys } = await check(api);
      const summary = `${route} returned ${code} to every valid call: it does not exist, or finds no account or item.`;
      expect(findings).toMatchObject([{ id: head, level: 'breaks', summary, journeys: [head] }]);
      expect(journeys.some(({ status, reason }) => status === 'skipped' && reason?.includes(route))).toBe(
        true,
      );
      expect(exitCode).toBe(1);
    },
  );

  test('A finding says which calls ran at the same time, also those that were sent later', async () => {
    const { api } = start(['The first of several simultaneous additions fails with 500']);
    const [finding] = (await check(api, ['--only', 'devicesMeet'])).findings;
    const later = expect.stringMatching(/^with TOKEN_2: POST .*\(at the same time\)$/);
    expect(finding?.earlierCalls.slice(-2)).toEqual([later, later]);
  });

  test('The text of a finding lists the changes before it: with which token and headers, and which call returned the token', async () => {
    const { api } = start(['A cookie alone opens the cart']);
    const { out } = await runKit(['check', api, '--only', 'ownerIsTheTokens']);
    expect(out).toMatch(/^✗ ownerIsTheTokens: without a token, with cookie: GET \/cart → 200$/m);
    expect(out).toMatch(/ after .* → 20[01] (TOKEN_\d)\n.* after {5}with \1: POST \/cart\/add /);
    expect(out).not.toMatch(/ after .*GET \S+ → 200$/m);
  });

  test('A finding about the first signup names its token, and no field of a refusal', async () => {
    const { api } = start(['A token ends after seven seconds, as it says'], (shop) =>
      shop.onReply(({ status }) => (status >= 400 ? { status, body: { token: 'required' } } : undefined)),
    );
    const { findings } = await check(api);
    const calls = findings.flatMap(({ call, earlierCalls }) => [call, ...earlierCalls]);
    expect(findings.find(({ id }) => id === 'tokenStaysValid')?.call).toMatch(/→ 201 TOKEN_1$/);
    expect(calls.filter((call) => /→ 4\d\d (TOKEN|")/.test(call))).toEqual([]);
  });
});

describe('The package, installed in an empty folder', () => {
  test('It checks, brings the contract, and has one dependency at most', async () => {
    const { api } = await startOverHttp([], issueJwts);
    expectOutput(await execute(folder, program, 'check', api, '--only', 'tokenCannotBeGuessed'), { code: 0 });
    expectOutput(await execute(folder, program, 'check', 'localhost:3000/api'), { code: 2 });
    const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages.length).toBeLessThan(3);
    const { exports } = JSON.parse(read('node_modules/our-store-contract/package.json'));
    expect(read(`node_modules/our-store-contract/${exports['./openapi.yaml']}`)).toMatch(/^openapi: /);
  });

  test('A contract without signup: the kit asks for accounts, and judges the rest', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'contract-'));
    onTestFinished(() => rmSync(closed, { recursive: true }));
    cpSync(folder, closed, { recursive: true });
    const contract = join(closed, 'node_modules/our-store-contract/dist/openapi.yaml');
    const { '/auth/signup': _, ...paths } = parse(readFileSync(contract, 'utf8')).paths;
    writeFileSync(contract, stringify({ ...parse(readFileSync(contract, 'utf8')), paths }));
    const { api } = await startOverHttp([], (shop) => shop.before('POST /auth/signup', () => refuse(404)));
    const args = ['node_modules/our-store-contract/dist/program/cli/bin.js', 'check', api];
    expectOutput(await execute(closed, process.execPath, ...args), { code: 2, says: [/--account/] });
    const flags = accounts.flatMap((account) => ['--account', account]);
    expectOutput(await execute(closed, process.execPath, ...args, ...flags), {
      code: 0,
      says: [/^✓ The store can go live/],
    });
  });

  test('The mock passes', async () => {
    const env = { ...process.env, PORT: '0' };
    const mock = spawn(process.execPath, ['--import', 'tsx', 'mocks/cli.ts'], { cwd: root, env });
    onTestFinished(() => void mock.kill());
    const [line] = await once(mock.stdout, 'data');
    const api = /http\S+/.exec(String(line))?.[0] ?? '';
    expectOutput(await execute(folder, 'npx', 'our-store-contract', 'check', api), { code: 0 });
  });
});
