import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOperations } from '../contractFile.ts';
import { explainBlocked } from '../origin.ts';
import { runHere, type Test } from './cli.ts';
import { faults } from './faults.ts';
import { type Backend, type Call, makeGoodBackend, type Reply } from './goodBackend.ts';
import { overHttp, serve } from './serve.ts';

export const store = 'https://store.example';
const signup = (fields: object): Call => ({ method: 'POST', path: '/auth/signup', query: {}, body: fields });

/** Signs nobody up over HTTP; `accounts` are there. */
function makeClosed(...emails: string[]) {
  const { backend } = makeGoodBackend();
  for (const email of emails) backend(signup({ name: 'A team', email, password: 'team-Secret-1' }));
  const closed: Backend = (call) =>
    call.path === '/auth/signup'
      ? { status: 403, body: { error: 'Confirm your email first.' } }
      : backend(call);
  return { backend, closed };
}

/** A test of the package at a server; `check` gives what has to be true of the report, by name. */
const trying = (
  name: string,
  handle: Parameters<typeof serve>[0],
  args: string[],
  check: (ended: { code: number; out: string; err: string }) => Record<string, boolean>,
): Test => ({
  name,
  async run() {
    const { api, close } = await serve(handle);
    const ended = await runHere('check', api, ...args);
    close();
    const wrong = Object.entries(check(ended)).flatMap(([what, isTrue]) => (isTrue ? [] : what));
    return wrong.length ? `Not so: ${wrong.join(', ')}\n${ended.out}${ended.err}` : undefined;
  },
});

const open = { 'access-control-allow-origin': '*' };
const emails = ['one@team.example', 'two@team.example', 'three@team.example'];
const accounts = emails.flatMap((email) => ['--account', `${email}:team-Secret-1`]);
const spoiltBy = (name: string) => faults.find((it) => it.name === name)?.spoil as (good: Backend) => Backend;

/** Lets pages of `allowed` call it. */
export const allowing =
  (
    allowed: string,
    { preflight = {}, refusals = true }: { preflight?: Record<string, string>; refusals?: boolean } = {},
  ) =>
  (backend: Backend) =>
  (call: Call): Reply => {
    const headers = { 'access-control-allow-origin': allowed };
    if (call.method === 'OPTIONS')
      return {
        status: 204,
        headers: { ...headers, 'access-control-allow-headers': 'Authorization, Content-Type', ...preflight },
      };
    const reply = backend(call);
    return reply.status < 300 || refusals ? { ...reply, headers } : reply;
  };

export const asTheyAreTests: Test[] = [
  trying('No open signup: it is said what helps', overHttp(makeClosed().closed), [], ({ code, out }) => ({
    'exit 2': code === 2,
    'first line': out.startsWith('? This backend could not be judged. No test user gets a token'),
    mend: out.includes('--account or --signup'),
  })),
  trying(
    'Accounts in place of signups: a good backend',
    overHttp(makeClosed(...emails).closed),
    accounts,
    ({ code, out }) => ({
      'exit 0': code === 0,
      'first line': /^– [5-9]\d of \d+ journeys, the rest needs signups: all passed\.\n/.test(out),
      'what is left out is named':
        /Left out, because they need signups of their own: signup, .*duplicateSignup/.test(out),
      'no secret': !/team-Secret|team\.example/.test(out),
    }),
  ),
  trying(
    'Accounts in place of signups: a broken backend',
    overHttp(spoiltBy('Adding again replaces the quantity')(makeClosed(...emails).closed)),
    accounts,
    ({ code, out }) => ({
      'exit 1': code === 1,
      found: /^✗ addTwice: GET \/cart/m.test(out),
      'no secret': !/team-Secret|team\.example/.test(out),
    }),
  ),
  ...["team's-Secret-1", '1234'].map((password) => {
    const { backend } = makeGoodBackend();
    backend(signup({ name: 'A team', email: 'one@team.example', password }));
    const { body } = backend({ ...signup({ email: 'one@team.example', password }), path: '/auth/login' });
    const spoilt = spoiltBy('Adding again replaces the quantity')(backend);
    const careless: Backend = (call) => (call.path === '/auth/login' ? { status: 200, body } : spoilt(call));
    return trying(
      `Accounts in place of signups: scripts have no password such as ${password} in them, nor a part of it`,
      overHttp(careless),
      ['--account', `one@team.example:${password}`, '--only', 'addTwice,passwordInFull', '--script'],
      ({ code, out }) => ({
        'exit 1': code === 1,
        'two scripts': out.split('#!/bin/sh').length === 3,
        'no secret': !/s-Secret|S-SECRET|"1234|"123"|team\.example/.test(out),
      }),
    );
  }),
  {
    name: 'Accounts: none in the environment is none; where nothing else was asked for, nothing is judged',
    async run() {
      const { api, close } = await serve(overHttp(makeClosed(...emails).backend));
      process.env.CONTRACT_ACCOUNTS = '';
      const none = await runHere('check', api, '--only', 'signup');
      delete process.env.CONTRACT_ACCOUNTS;
      const one = await runHere('check', api, '--only', 'signup', ...accounts);
      close();
      const fits =
        none.code === 0 &&
        / journeys, the rest was not asked for: all passed\.$/m.test(none.out) &&
        one.code === 2 &&
        one.out.startsWith('? 0 of ');
      return fits ? undefined : `${none.out}${one.out}`;
    },
  },
  trying('An account that is none', overHttp(makeClosed().closed), accounts, ({ code, out }) => ({
    'exit 2': code === 2,
    'first line': out.startsWith(
      '? This backend could not be judged. An account of --account cannot log in: ',
    ),
    'no secret': !/team-Secret|team\.example/.test(out),
  })),
  {
    name: 'A command that signs up',
    async run() {
      const { backend, closed } = makeClosed();
      const handle = overHttp((call) =>
        call.path === '/test/confirmed-user' ? backend({ ...call, path: '/auth/signup' }) : closed(call),
      );
      const { api, close } = await serve(handle);
      const page = readFileSync(new URL('../../docs/api-teams.md', import.meta.url), 'utf8');
      const [, example] = /```sh\n(curl .*?)```/s.exec(page) ?? [];
      const command = `API=${api}\n${example}`;
      const good = await runHere('check', api, '--signup', command, '--email-domain', 'mail.test');
      const bad = await runHere('check', api, '--signup', 'echo "no: $PASSWORD" >&2; exit 3');
      close();
      const fits =
        good.code === 0 &&
        good.out.startsWith('– ') &&
        bad.code === 2 &&
        bad.out.startsWith('? This backend could not be judged. The --signup command ended with 3: no: •••');
      return fits ? undefined : `${good.out}${bad.out}`;
    },
  },
  ...['2.01', '5000000'].map((seconds) =>
    trying(
      `--timeout ${seconds}: any number will do`,
      overHttp(makeGoodBackend().backend),
      ['--only', 'items', '--timeout', seconds],
      ({ code }) => ({ 'exit 0': code === 0 }),
    ),
  ),
  {
    name: 'A token that a command printed is in no script; the word Bearer in an answer stays in every line',
    async run() {
      const { backend } = makeGoodBackend();
      const spoilt = spoiltBy('Adding again replaces the quantity')(backend);
      const { api, close } = await serve(
        overHttp((call) => {
          const reply = spoilt(call);
          const { token } = (reply.body ?? {}) as { token?: string };
          return token ? { ...reply, body: { token, token_type: 'Bearer' } } : reply;
        }),
      );
      const { body } = backend(signup({ name: 'A', email: 'a@b.example', password: 'team-Secret-1' }));
      const { token } = body as { token: string };
      const only = ['--only', 'addTwice', '--script'];
      const { out } = await runHere('check', api, ...only, '--signup', `echo ${token}`);
      const { out: open } = await runHere('check', api, ...only);
      close();
      const fits = out.includes('#!/bin/sh') && !out.includes(token);
      return fits && open.includes('"Authorization: Bearer $TOKEN"') && !open.includes('Authorization: •')
        ? undefined
        : `${out}${open}`;
    },
  },
  {
    name: 'Random sequences keep headers of one’s own secret, too',
    async run() {
      const handle = overHttp(makeGoodBackend().backend);
      const { api, close } = await serve((request, bindings) =>
        request.headers.has('authorization')
          ? Response.json({ sent: Object.fromEntries(request.headers) }, { status: 500 })
          : handle(request, bindings),
      );
      const deep = ['--only', 'items', '--deep', '5', '--seed', '1'];
      const { out } = await runHere('check', api, ...deep, '--header', 'X-Team: hush-hush');
      close();
      return out.includes('"x-team":"•••"') && !out.includes('hush-hush') ? undefined : out;
    },
  },
  {
    name: 'Headers of one’s own go with each call, and into no report; --email-domain; --timeout; --slow',
    async run() {
      const { backend, accounts } = makeGoodBackend();
      const handle = overHttp(spoiltBy('priceMin is ignored')(backend));
      const { api, close } = await serve(async (request, bindings) => {
        if (request.headers.get('x-team') !== 'hush-hush') return new Response(null, { status: 403 });
        if (request.url.includes('/cart')) await new Promise((resolve) => setTimeout(resolve, 1500));
        return handle(request, bindings);
      });
      const header = ['--header', 'X-Team: hush-hush', '--email-domain', 'mail.test'];
      const only = ['--only', 'emptyCart,priceMin'];
      const without = await runHere('check', api, ...only);
      const slow = await runHere('check', api, ...header, ...only, '--slow', '1400');
      const late = await runHere('check', api, ...header, '--only', 'emptyCart', '--timeout', '1');
      close();
      const told = `${slow.out}${late.out}`;
      const fits =
        without.code === 2 &&
        slow.code === 1 &&
        /^✗ strict {2}getCart in time +The slowest of \d+ answers took \d+ ms, the median is \d+ ms\.$/m.test(
          slow.out,
        ) &&
        [...accounts.keys()].every((email) => email.endsWith('@mail.test')) &&
        late.out.includes('nothing within 1 s') &&
        !told.includes('hush-hush');
      return fits ? undefined : `${without.out}${told}`;
    },
  },
  ...[
    { name: 'lets the store call', change: allowing(store), says: undefined },
    { name: 'lets anybody call', change: allowing('*'), says: undefined },
    {
      name: 'says nothing about it',
      change: (good: Backend) => good,
      says: 'Access-Control-Allow-Origin is missing',
    },
    {
      name: 'lets another origin call',
      change: allowing('https://other.example'),
      says: 'Access-Control-Allow-Origin is "https://other.example"',
    },
    {
      name: 'takes no token from there',
      change: allowing(store, { preflight: { 'access-control-allow-headers': 'Content-Type' } }),
      says: 'Access-Control-Allow-Headers lacks authorization',
    },
    {
      name: 'sends the question elsewhere, where browsers do not go',
      change: (backend: Backend) => (call: Call) =>
        call.method === 'OPTIONS' && !call.search
          ? { ...allowing(store)(backend)(call), status: 307, headers: { ...open, location: '?again' } }
          : allowing(store)(backend)(call),
      says: 'The question before the call is answered with 307',
    },
    {
      name: 'leads on without the header',
      change: (backend: Backend) => (call: Call) =>
        call.path === '/items' && !call.search
          ? { status: 301, headers: { location: '?again' } }
          : allowing(store)(backend)(call),
      says: 'Access-Control-Allow-Origin is missing on a redirect',
    },
    {
      name: 'hides its refusals',
      change: allowing(store, { refusals: false }),
      says: 'Access-Control-Allow-Origin is missing',
    },
  ].map(({ name, change, says }) =>
    trying(
      `--origin, at a backend that ${name}`,
      overHttp(change(makeGoodBackend().backend)),
      ['--origin', store, '--only', 'add,wrongPassword'],
      ({ code, out }) => ({
        'exit code': code === (says ? 1 : 0),
        repeated: !says || out.includes(` -H 'origin: ${store}'`),
        told: says
          ? new RegExp(`^✗ breaks  \\w+ across origins +${says.replaceAll('"', '.')}`, 'm').test(out)
          : true,
      }),
    ),
  ),
  {
    name: '--origin: a page over https calls nothing over http, but for the machine that it is on',
    run() {
      const [operation] = readOperations();
      if (!operation) return 'There is no operation.';
      const answer = {
        operation,
        sent: {},
        status: 200,
        body: [],
        misfit: undefined,
        headers: new Headers(open),
      };
      const told = ['http://api.example/items', 'http://127.0.0.1/items', 'https://api.example/items'].map(
        (url) => explainBlocked({ ...answer, url, isBesideAnother: false, ms: 1 }, store),
      );
      return told[0]?.includes('without https') && !told[1] && !told[2] ? undefined : told.join('\n');
    },
  },
  {
    name: 'A baseline: new, known, over its day, mended',
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'contract-baseline-'));
      const file = join(folder, 'baseline.json');
      const at = async (names: string[], ...args: string[]) => {
        const backend = names.reduce((it, name) => spoiltBy(name)(it), makeGoodBackend().backend);
        const { api, close } = await serve(overHttp(backend));
        const ended = await runHere('check', api, '--baseline', file, ...args);
        close();
        return ended;
      };
      const [one, two] = ['priceMin is ignored', 'A quantity of 0 is accepted'];
      const missing = await at([one]);
      const made = await at([one], '--update-baseline');
      const text = readFileSync(file, 'utf8');
      const { known: entries } = JSON.parse(text);
      const stale = { ...entries[0], id: 'noJourney' };
      writeFileSync(file, JSON.stringify({ known: [...entries, stale] }));
      const known = await at([one], '--report', folder);
      writeFileSync(file, text);
      const junit = readFileSync(join(folder, 'contract.junit.xml'), 'utf8');
      const part = ['--only', 'priceMin,addNothing'];
      const again = await at([one], '--update-baseline', ...part);
      const isStable = readFileSync(file, 'utf8') === text;
      const fresh = await at([one, two], ...part);
      const mended = await at([], ...part);
      writeFileSync(file, text.replace(/"until": "[^"]+"/g, '"until": "2020-01-01"'));
      const over = await at([one], ...part);
      writeFileSync(file, text.replace(/"reason": "[^"]+"/g, '"reason": ""'));
      const wrong = await at([one]);
      writeFileSync(file, text.replace(/"level": "[^"]+"/g, '"level": "strict"'));
      const worse = await at([one], ...part);
      rmSync(file);
      const ignored = 'Adding ignores the quantity';
      await at([ignored], '--update-baseline');
      const { known: causes } = JSON.parse(readFileSync(file, 'utf8'));
      const forged = 'A token opens the cart when its first eight signs are right';
      const hidden = await at([ignored, forged]);
      const inPart = await at([ignored], '--only', 'addTwice');
      const another = await at(['Adding again replaces the quantity'], '--only', 'add,addTwice');
      rmSync(file);
      const broken = 'Quantities are text';
      await at([broken], '--update-baseline');
      const behind = await at([broken, forged]);
      rmSync(folder, { recursive: true });
      const codes = [missing, made, known, again, fresh, mended, over, wrong, worse]
        .map(({ code }) => code)
        .join();
      const fits =
        codes === '2,0,0,0,1,0,1,2,1' &&
        isStable &&
        junit.includes('failures="0"') &&
        known.out.startsWith('– Nothing new on this backend: known failures are left') &&
        !`${made.out}${known.out}`.includes('can go live') &&
        /^ {2}Known, but not looked at in this run: noJourney$/m.test(known.out) &&
        !/not looked at/.test(made.out + again.out + mended.out) &&
        /^ {2}New: addNothing$/m.test(fresh.out) &&
        /^ {2}New: priceMin$/m.test(worse.out) &&
        /^ {2}Mended, .*priceMin/m.test(mended.out) &&
        /^ {2}Known, but its day is over: .*priceMin \(.*, until 2020-01-01\)/m.test(over.out) &&
        causes.map(({ id }: { id: string }) => id).join() === 'add,addFraction' &&
        /^ {2}New: forgedToken$/m.test(hidden.out) &&
        /^ {2}New: forgedToken$/m.test(behind.out) &&
        inPart.code === 0 &&
        /^ {2}New: addTwice$/m.test(another.out) &&
        wrong.err.includes('needs an id, a level, a reason');
      return fits
        ? undefined
        : `${codes} ${isStable}\n${known.out}${fresh.out}${mended.out}${over.out}${wrong.err}${worse.out}${JSON.stringify(causes)}${hidden.out}${inPart.out}${another.out}${behind.out}`;
    },
  },
  {
    name: 'Flags of servers as they are: bad input is one line, exit 2',
    async run() {
      const api = 'http://127.0.0.1:9/api';
      const wrong = [
        ['--account', 'ada'],
        ['--account', 'a@b.c:1', '--signup', 'true'],
        [...accounts, '--account', 'a@b.c:1'],
        ['--account', 'a@b.c:1', '--account', 'A@b.c:2'],
        ['--account', 'a@b.c:1', '--deep'],
        ['--header', 'Authorization: Basic eA=='],
        ['--header', 'no colon'],
        ['--email-domain', 'a b'],
        ['--timeout', '0'],
        ['--slow', 'quick'],
        ['--origin', 'https://store.example/path'],
        ['--origin', 'http://127.0.0.1:9'],
        ['--update-baseline'],
        ['--baseline', '/no/such/file'],
      ];
      const ended = await Promise.all(wrong.map((args) => runHere('check', api, ...args)));
      return (
        ended
          .map(({ code, out, err }, at) =>
            code === 2 && !out && /^.+\n$/.test(err) ? '' : `${wrong[at]}: ${code} ${out}${err}`,
          )
          .join('') || undefined
      );
    },
  },
];
