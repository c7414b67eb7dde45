import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type GoodBackend, isText, refuse, TEAM } from './goodBackend.ts';
import { expectOutput, start } from './judge.ts';
import { accounts, check, runKit } from './kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (api: string, ...flags: string[]) => runKit(['check', api, ...flags]);

describe('Bad input: one line, and exit 2', () => {
  const url = 'http://127.0.0.1:1/api';
  const file = join(folder, 'list.txt');
  writeFileSync(file, 'my shopping list');
  test.each<[args: string[], says: RegExp]>([
    [['chek', url], /chek/],
    [['check'], /address/],
    [['check', 'localhost:3000/api'], /localhost:3000\/api/],
    [['check', 'http://ada:secret@127.0.0.1:1/api'], /Basic auth/],
    [['check', 'http://:secret@127.0.0.1:1/api'], /Basic auth/],
    [['check', url, url], /argument/],
    [['check', url, '--colour'], /--colour/],
    [['check', url, '--only'], /--only/],
    [['check', url, '--only', 'ad'], /"ad"/],
    [['check', url, '--only', 'add', '--skip', 'add'], /no journey/],
    [['check', url, '--level', 'all'], /breaks.*unsafe.*strict/],
    [['check', url, '--json', folder], /directory|folder/],
    [['check', url, '--junit', join(file, 'report.xml')], /list\.txt/],
    [['check', url, '--baseline', join(folder, 'none.json')], /none\.json/],
    [['check', url, '--baseline', file], /list\.txt/],
    [['check', url, '--update-baseline'], /--baseline/],
    [['check', url, '--timeout', '3000000'], /--timeout/],
    [['check', url, '--account', 'ada'], /--account/],
    [['check', url, '--account', 'a@b.c:1', '--account', 'A@b.c:2'], /twice/],
    [['check', url, '--header', 'no colon'], /--header/],
    [['check', url, '--header', 'Authorization: Basic eA=='], /--header/],
    [['check', url, '--origin', 'store.example'], /--origin/],
    [['journeys', 'all'], /all/],
  ])('%j', async (args, says) => {
    const ended = await runKit(args);
    expectOutput(ended, { code: 2, says: [says] });
    expect(`${ended.out}${ended.err}`.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('Help', () => {
  test('--help has an example for each command and names the docs; no command is exit 2', async () => {
    const says = [
      /our-store-contract check http/,
      /^ +our-store-contract journeys/m,
      /api-teams\.md|https:\/\/\S+docs|README/,
    ];
    for (const args of [['--help'], ['check', '--help']]) expectOutput(await runKit(args), { code: 0, says });
    expectOutput(await runKit([]), { code: 2, says });
    const journeys = [/^passwordInFull +unsafe +\S/m, /^addTwice +breaks +\S/m];
    expectOutput(await runKit(['journeys']), { code: 0, says: journeys });
    expectOutput(await runKit(['--version']), { code: 0, says: [/^\d+\.\d+\.\d+/m] });
  });

  test('Every flag of the docs is in --help', async () => {
    const { out } = await runKit(['--help']);
    const docs = readFileSync(new URL('../../docs/api-teams.md', import.meta.url), 'utf8');
    const isUnknown = (flag: string) =>
      !out.includes(flag) && !['--help', '--yes', '--save-dev', '--ignore-scripts'].includes(flag);
    expect(docs.match(/--[a-z][a-z-]+/g)?.filter(isUnknown)).toEqual([]);
  });
});

describe('Parts of a run', () => {
  test.each([
    ['Adding "many" is accepted', 'addToCartWithWrongQuantity', [1, 0, 0]],
    ['Any password logs in', 'passwordInFull', [1, 1, 0]],
    ['Adding again replaces the quantity', 'addTwice', [1, 1, 1]],
  ])('--level strict, unsafe and breaks: %s', async (fault, only, codes) => {
    const { api } = start([fault]);
    const ended = ['strict', 'unsafe', 'breaks'].map((level) => run(api, '--only', only, '--level', level));
    expect((await Promise.all(ended)).map(({ code }) => code)).toEqual(codes);
  });

  test('A whole run with failures that --level allows has no tick', async () => {
    const { api } = start(['Adding "many" is accepted']);
    expectOutput(await run(api, '--level', 'unsafe'), { code: 0, says: [/^– .*allowed by --level unsafe/] });
  });

  test('--only takes every id that a report prints, and --skip leaves journeys out', async () => {
    const { api } = start(['Adding again replaces the quantity', 'Any password logs in']);
    const { findings, journeys } = await check(api);
    const ids = [...journeys.map(({ id }) => id), ...findings.flatMap(({ journeys }) => journeys)];
    const [first = '', ...others] = new Set(ids);
    const run = await check(api, ['--only', first, '--only', others.join()]);
    expect(run.journeys.map(({ id }) => id)).toEqual([first, ...others]);
    const { journeys: rest, verdict } = await check(api, ['--skip', 'passwordInFull']);
    expect(rest.find(({ id }) => id === 'passwordInFull')?.status ?? 'skipped').toBe('skipped');
    expect(verdict).toMatch(/ of \d+ journeys/);
  });

  test('A baseline hides known failures, and nothing else', async () => {
    const file = join(folder, 'baseline.json');
    const only = 'priceMin,addToCartWithWrongQuantity,getCartWithWrongToken';
    const at = async (faults: string[], ...flags: string[]) => {
      const { api } = start(faults);
      return run(api, '--baseline', file, '--only', only, ...flags);
    };
    const one = 'priceMin is ignored';
    expectOutput(await at([one], '--update-baseline'), { code: 0 });
    const text = readFileSync(file, 'utf8');
    // As Windows programs save it: with a byte order mark
    writeFileSync(file, `\ufeff${text}`);
    const junit = join(folder, 'baseline.xml');
    expectOutput(await at([one], '--junit', junit), {
      code: 0,
      says: [/^– breaks {2}priceMin: known: Not fixed yet: priceMin has no effect/m],
      // No details of what everybody knows.
      saysNot: [/✓/, /expected/, /^ +try$/m],
    });
    expect(readFileSync(junit, 'utf8')).toMatch(/<skipped message="known: Not fixed yet/);
    expectOutput(await at([]), { code: 0, says: [/priceMin passes now/] });
    expectOutput(await at(['priceMin is exclusive']), { code: 1, says: [/priceMin/] });
    expectOutput(await at([one, 'Adding "many" is accepted']), {
      code: 1,
      says: [/addToCartWithWrongQuantity/],
    });
    expectOutput(await at([one, 'GET /cart with any token is accepted']), {
      code: 1,
      says: [/getCartWithWrongToken/],
    });
    writeFileSync(file, text.replace(/"level": "[^"]+"/g, '"level": "strict"'));
    expectOutput(await at([one]), { code: 1, says: [/priceMin/] });
    writeFileSync(file, text.replace(/"reason": "[^"]+"/g, '"reason": ""'));
    expectOutput(await at([one]), { code: 2, says: [/reason/] });
  });
});

describe('Servers as they are', () => {
  const flags = accounts.flatMap((account) => ['--account', account]);
  const closed = (shop: GoodBackend) => shop.before('POST /auth/signup', () => refuse(403, 'closed'));

  test('--account: existing accounts instead of signups', async () => {
    const good = start([], closed);
    expectOutput(await run(good.api, ...flags), {
      code: 0,
      says: [/signup/],
      saysNot: [/✗ /, /✓ .*can go live/, /Test users/],
    });
    expectOutput(await run(good.api, '--only', 'unusualEmail', ...flags), {
      code: 2,
      says: [/new accounts/],
    });
    const bad = start(['Adding again replaces the quantity'], closed);
    expectOutput(await run(bad.api, ...flags), { code: 1, says: [/addTwice/] });
    expectOutput(await run(good.api, '--account', 'four@team.example:wrong'), { code: 2, says: [/log in/] });
    const limited = start([], (shop) => {
      closed(shop);
      let logins = 0;
      shop.before('POST /auth/login', () => (++logins > 20 ? refuse(409, 'has 20 sessions') : undefined));
    });
    expectOutput(await run(limited.api, ...flags), { code: 2, says: [/has 20 sessions/] });
    const env = { CONTRACT_ACCOUNTS: accounts.join('\n') };
    const inCapitals = good.api.replace('http', 'HTTP');
    expectOutput(await runKit(['check', inCapitals, '--only', 'addTwice'], env), { code: 0 });
  });

  test('--header replaces a header in each call, and --email-domain is in each email', async () => {
    const { api, shop } = start([], (shop) =>
      shop.onReply((_reply, { headers }) => (headers.accept === 'text/json' ? undefined : refuse(403))),
    );
    const flags = ['--email-domain', 'mail.test'];
    expectOutput(await run(api, ...flags), { code: 2 });
    expectOutput(await run(api, ...flags, '--header', 'Accept: text/json'), { code: 0 });
    const emails = [...shop.users.values()].map(({ email }) => email);
    expect(emails.some((email) => email.endsWith('@mail.test'))).toBe(true);
    expect(emails.filter((email) => email.endsWith('@example.com'))).toEqual([]);
  });

  test('After 429 with Retry-After: 0, the kit waits for a second all the same', async () => {
    const times: number[] = [];
    const { api } = start([], (shop) =>
      shop.before('POST /auth/login', () => {
        times.push(performance.now());
        return times.length > 5 ? undefined : { status: 429, headers: { 'retry-after': '0' } };
      }),
    );
    const env = { CONTRACT_PAUSE_SCALE: '0.02' };
    expectOutput(await runKit(['check', api, '--only', 'login'], env), { code: 0 });
    // Five seconds, fifty times as fast.
    expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(90);
  });

  test('A call that failed once and then worked is a note', async () => {
    let count = 0;
    const { api } = start([], (shop) =>
      shop.before('POST /cart/add', () => (++count === 5 ? { status: 0 } : undefined)),
    );
    expectOutput(await run(api), { code: 0, says: [/POST \/cart\/add failed once \(ECONNRESET\)/] });
  });

  test('A run leaves test users with empty carts, and nothing else', async () => {
    const { api, shop } = start();
    expectOutput(await run(api), { code: 0 });
    const users = [...shop.users.values()].slice(TEAM.length);
    const isTestUser = ({ name, email }: (typeof users)[number]) =>
      /^contract-test-/i.test(email) && isText(name);
    expect(users.length).toBeGreaterThan(10);
    expect(users.filter((user) => !isTestUser(user) || user.cart.size)).toEqual([]);
  });
});
