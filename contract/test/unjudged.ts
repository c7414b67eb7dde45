import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addExploration, checkBackend } from '../check.ts';
import { type Conditions, makeTurns, PATIENCE } from '../client.ts';
import { readOperations } from '../contractFile.ts';
import { explore } from '../deep.ts';
import { journeys } from '../journeys/all.ts';
import { makeReport, toText } from '../report.ts';
import { allowing, store } from './asTheyAre.ts';
import type { Test } from './cli.ts';
import { faults } from './faults.ts';
import { type Backend, type Call, makeGoodBackend, type Reply } from './goodBackend.ts';
import { overHttp, type Served, serve } from './serve.ts';

/** A server as they are, and what the kit has to say about it. */
type Row = {
  name: string;
  serve(): Promise<Served>;
  only?: string[];
  rate?: number;
  origin?: string;
  isDeep?: boolean;
  /** How many milliseconds an answer may take; as long as ever where the row is about something else. */
  answer?: number;
  /** The first line of the report, or its beginning. */
  line: string;
  code: 0 | 1 | 2;
  /** What the report must say further, and what it must not. */
  says?: (string | RegExp)[];
  saysNot?: (string | RegExp)[];
};

const could = '? This backend could not be judged.';
const good = '✓ The store can go live on this backend.';
const cannot = '✗ The store cannot go live on this backend.';
/** Accusations, which no broken connection shows. */
const accusations = ['gets into', 'can be read', 'Logged out', 'Nobody can', 'accepted', 'breaks  '];

const quick: Conditions['patience'] = {
  pauses: [5, 10, 80],
  call: 1500,
  run: 30_000,
  looks: [20, 50, 100],
};

const isCall = (call: Call, route: string) => `${call.method} ${call.path}` === route;
const fixed = (reply: Reply | ((call: Call) => Reply)) => () =>
  serve(overHttp(typeof reply === 'function' ? reply : () => reply));
const spoilt = (spoil: (good: Backend) => Backend) => () => serve(overHttp(spoil(makeGoodBackend().backend)));

/** Answers no more from this call on, or after it: connections break. */
const dyingAt =
  (isLast: (call: Call, nth: number) => boolean, { mayAnswer = false, fault = '' } = {}) =>
  async () => {
    let [calls, isOver] = [0, false];
    const { backend: good } = makeGoodBackend();
    const backend = fault ? faultOf(fault).spoil(good) : good;
    const handle = overHttp((call) => {
      isOver = isLast(call, ++calls);
      return isOver && !mayAnswer ? { status: 0 } : backend(call);
    });
    const served: Served = await serve(async (request, bindings) => {
      const answer = await handle(request, bindings);
      if (isOver && !mayAnswer) served.close();
      if (isOver) bindings.outgoing.once('finish', served.close);
      return answer;
    });
    return served;
  };

/** After so many calls it answers with `limit`, until it was left alone for a moment. */
const limiting = (most: number, ms: number, limit: Reply) =>
  spoilt((backend) => {
    let [refusedAt, calls] = [0, 0];
    return (call) => {
      if (++calls <= most) return backend(call);
      if (!refusedAt) refusedAt = performance.now();
      if (performance.now() - refusedAt < ms) return limit;
      [refusedAt, calls] = [0, 0];
      return backend(call);
    };
  });

/** The good backend with these faults, each on top of the one before. */
const withFaults = (...names: string[]) =>
  spoilt((good) => names.reduce((it, name) => faultOf(name).spoil(it) as Backend, good));

const faultOf = (name: string) => {
  const fault = faults.find((it) => it.name === name);
  if (!fault) throw new Error(`There is no fault "${name}".`);
  return fault;
};

/** Adding fails or is accepted where the quantity is this. */
const adding = (quantity: unknown, reply: Reply) => (good: Backend) => (call: Call) =>
  call.path === '/cart/add' && (call.body as { quantity?: unknown })?.quantity === quantity
    ? reply
    : good(call);

const all = journeys.length + readOperations().length;

const rows: Row[] = [
  {
    name: 'No server',
    serve: async () => {
      const { api, close } = await serve(() => new Response());
      close();
      return { api, close };
    },
    line: `${could} No server answers at http`,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Refuses everything',
    serve: fixed({ status: 403, body: { reason: 'not from here' } }),
    line: `${could} It refuses every call. Last call: `,
    code: 2,
    says: ['→ 403', '0 failed'],
    saysNot: accusations,
  },
  {
    name: 'Fails at everything',
    serve: fixed({ status: 500 }),
    line: `${could} It fails at every call. Last call: `,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Refuses every cart call',
    serve: spoilt((backend) => (call) => (call.path.startsWith('/cart') ? { status: 403 } : backend(call))),
    line: cannot,
    code: 1,
    says: [/^✗ breaks {2}emptyCart/m],
    saysNot: ['✓'],
  },
  ...[3, 100].map((nth) => ({
    name: `Dies at call ${nth}`,
    serve: dyingAt((_, at) => at === nth),
    line: `${could} It stopped answering. Last call: `,
    code: 2 as const,
    says: [/^✗ unsafe {2}goesOn/m, /^ {2}try {7}curl -i -X /m, ' → no answer'],
    saysNot: accusations,
  })),
  {
    name: 'Dies by a call of its own, after having answered it',
    serve: dyingAt(({ path, body }) => path === '/cart/add' && JSON.stringify(body).includes('"many"'), {
      mayAnswer: true,
    }),
    only: ['add', 'addWithWrongType'],
    line: `${could} It stopped answering. Last call: POST /cart/add {"itemId":"p1","quantity":"many"} → 400`,
    code: 2,
    says: [/try +curl .*\/cart\/add.*many/],
    saysNot: accusations,
  },
  {
    name: 'Dies at the last call',
    serve: dyingAt(({ path }) => path === '/cart/remove', { mayAnswer: true }),
    only: ['add'],
    line: `${could} It stopped answering. Last call: POST /cart/remove `,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Dies in a random sequence',
    serve: dyingAt(({ path, body }) => path === '/auth/login' && !(body as { password?: string })?.password),
    only: ['items'],
    isDeep: true,
    line: `${could} It stopped answering. Last call: POST /auth/login `,
    code: 2,
    says: ['#!/bin/sh', /curl .*auth\/login[^\n]*\necho/],
    saysNot: [/curl -i -X GET .*ECONN/],
  },
  {
    name: 'Breaks a call off, and is there again',
    serve: spoilt((backend) => {
      let isFirst = true;
      return (call) => {
        if (call.path !== '/cart/add' || !isFirst) return backend(call);
        isFirst = false;
        return { status: 0 };
      };
    }),
    line: good,
    code: 0,
    says: [/went well when done again/],
  },
  {
    name: 'Breaks off what does not fit, and is there again',
    serve: spoilt((backend) => (call) => {
      const { quantity } = (call.body ?? {}) as { quantity?: unknown };
      return quantity === 'many' ? { status: 0 } : backend(call);
    }),
    line: cannot,
    code: 1,
    says: [/^✗ unsafe {2}addWithWrongType/m, 'the server answered another call'],
    saysNot: ['Told that the item was added'],
  },
  {
    name: 'Dies, with a fault that was found before',
    serve: dyingAt(({ path }, nth) => path === '/cart' && nth > 100, { fault: 'An unknown email logs in' }),
    line: '✗ The store cannot go live on this backend; the rest could not be judged. It stopped answering. Last call: ',
    code: 1,
    says: [/^✗ unsafe {2}unknownEmail/m, /^✗ unsafe {2}goesOn/m],
  },
  {
    name: 'Hangs',
    serve: () => serve(() => new Promise(() => {})),
    answer: 1000,
    line: `${could} http`,
    code: 2,
    says: ['/items: nothing within 1 s.'],
    saysNot: accusations,
  },
  {
    name: 'Hangs from some call on',
    serve: async () => {
      const { backend } = makeGoodBackend();
      let calls = 0;
      return serve(overHttp((call) => (++calls > 40 ? new Promise(() => {}) : backend(call))));
    },
    answer: 1000,
    line: `${could} It stopped answering. Last call: `,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Limits the calls, and says for how long: to 100, then none for 0.2 s, in place of 20 in a minute',
    serve: limiting(100, 200, { status: 429, headers: { 'retry-after': '0.2' } }),
    line: good,
    code: 0,
    says: [/spent waiting for its limits/],
  },
  {
    name: 'Limits the calls with 503 and does not say for how long',
    serve: limiting(100, 100, { status: 503 }),
    line: good,
    code: 0,
  },
  {
    name: 'Limits the calls to 20 in a minute, where nobody waits longer than 1.5 s, in place of 70',
    serve: limiting(20, 60_000, { status: 429, headers: { 'retry-after': '60' } }),
    line: `${could} `,
    code: 2,
    says: ['→ 429, with a Retry-After of 60 s', ' not judged'],
    saysNot: [...accusations, '✗'],
  },
  {
    name: 'The cart is wide open behind a limit',
    serve: spoilt((backend) => {
      let calls = 0;
      return (call) => {
        if (!call.path.startsWith('/cart')) return backend(call);
        return ++calls % 2
          ? { status: 429 }
          : call.method === 'GET'
            ? { status: 200, body: [] }
            : { status: 204 };
      };
    }),
    line: cannot,
    code: 1,
    says: [/cartWithWrongToken/, /addWithoutToken/],
  },
  {
    name: 'The cart is limited for good',
    serve: spoilt((backend) => (call) => (call.path.startsWith('/cart') ? { status: 429 } : backend(call))),
    line: `${could} `,
    code: 2,
    says: ['cart', '→ 429'],
    saysNot: [...accusations, '✗'],
  },
  {
    name: 'Redirects elsewhere',
    serve: async () => {
      const there = await serve(overHttp(makeGoodBackend().backend));
      const here = await serve((request) => {
        const { pathname, search } = new URL(request.url);
        return Response.redirect(`${new URL(there.api).origin}${pathname}${search}`, 308);
      });
      return {
        api: here.api,
        close() {
          here.close();
          there.close();
        },
      };
    },
    line: `${could} http`,
    code: 2,
    says: [/answers with 308 and sends to another origin: give the address http:\/\/127.0.0.1:\d+\/api\n/],
    saysNot: accusations,
  },
  {
    name: 'Redirects on its own origin',
    serve: () => {
      const handle = overHttp(makeGoodBackend().backend);
      return serve((request, bindings) => {
        const url = new URL(request.url);
        if (!url.pathname.endsWith('/items')) return handle(request, bindings);
        if (url.searchParams.has('v')) return handle(request, bindings);
        url.searchParams.set('v', '1');
        return Response.redirect(url, 307);
      });
    },
    line: good,
    code: 0,
  },
  {
    name: 'A self-signed certificate',
    serve: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'contract-certificate-'));
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:P-256',
          '-nodes',
          '-subj',
          '/CN=localhost',
        ].concat('-days', '2', '-keyout', key, '-out', cert),
        { stdio: 'pipe' },
      );
      const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
      rmSync(folder, { recursive: true });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      return { api: `https://127.0.0.1:${port}/api`, close: () => server.close() };
    },
    line: `${could} The certificate of https://127.0.0.1:`,
    code: 2,
    says: ['NODE_EXTRA_CA_CERTS=certificate.pem our-store-contract check https://'],
    saysNot: [...accusations, 'Start it'],
  },
  {
    name: 'Asks for a confirmed email',
    serve: spoilt((backend) => (call) => {
      if (isCall(call, 'POST /auth/signup') && backend(call).status < 300)
        return { status: 202, body: { message: 'Please confirm your email address.' } };
      if (isCall(call, 'POST /auth/login') && backend(call).status < 300)
        return { status: 403, body: { error: 'email not verified' } };
      return backend(call);
    }),
    line: `${could} No test user gets a token: `,
    code: 2,
    says: ['POST /auth/signup', '→ 202'],
    saysNot: accusations,
  },
  {
    name: 'Signs up without a token, and without a word about it',
    serve: spoilt((backend) => (call) => {
      const reply = backend(call);
      if (isCall(call, 'POST /auth/login')) return { status: 403, body: { code: 17 } };
      return isCall(call, 'POST /auth/signup') && reply.status < 300
        ? { status: 201, body: { ok: true } }
        : reply;
    }),
    line: `${could} No test user gets a token: `,
    code: 2,
    says: ['--account or --signup'],
    saysNot: accusations,
  },
  {
    name: 'On another origin, which it lets call',
    serve: spoilt(allowing(store)),
    origin: store,
    line: good,
    code: 0,
    saysNot: ['across origins'],
  },
  {
    name: 'On another origin, of which it says nothing',
    serve: spoilt((backend) => backend),
    origin: store,
    line: cannot,
    code: 1,
    says: [
      /^✗ breaks {2}getItems across origins +Access-Control-Allow-Origin is missing, at https:\/\/store.example/m,
    ],
    saysNot: ['gets into', 'Nobody can', /^✗ \w+: /m],
  },
  {
    name: 'On another origin, where only the questions of browsers are answered',
    serve: fixed(allowing('*')(() => ({ status: 403 }))),
    origin: store,
    line: `${could} It refuses every call. Last call: `,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Sends a call in circles',
    serve: () => {
      const handle = overHttp(makeGoodBackend().backend);
      return serve((request, bindings) =>
        request.url.endsWith('/cart/add')
          ? new Response('<p>Moved</p>', { status: 307, headers: { location: '/api/cart/add' } })
          : handle(request, bindings),
      );
    },
    only: ['add'],
    line: '✗ 3 of ',
    code: 1,
    says: ['Status 307'],
    saysNot: ['Another origin'],
  },
  {
    name: 'Names with line ends, which are no lines of a script',
    serve: () => {
      const products = ['Tea\nrm -rf ~', 'Pot\r\n::error::'].map((title, id) => ({
        id,
        title,
        text: '',
        group: `Group ${id}`,
        cents: 150 * (id + 1),
      }));
      const { backend } = makeGoodBackend(products);
      return serve(
        overHttp((call) => {
          const reply = backend(call);
          if (!isCall(call, 'GET /cart') || !Array.isArray(reply.body)) return reply;
          const body = reply.body.map(({ item, ...line }) => ({ ...line, item: { ...item, price: 7 } }));
          return { ...reply, body };
        }),
      );
    },
    only: ['twoItems'],
    line: '✗ 4 of ',
    code: 1,
    says: ['Tea rm -rf ~'],
    saysNot: [/^(rm|::)/m],
  },
  {
    name: 'On another origin, which nobody has told the kit',
    serve: spoilt((backend) => backend),
    line: good,
    code: 0,
    saysNot: ['origin', 'Access-Control'],
  },
  {
    name: 'An empty list',
    serve: fixed({ status: 200, body: [] }),
    line: `${could} GET /items brings an empty list: `,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'A list of a single item',
    serve: spoilt((backend) => (call) => {
      const reply = backend(call);
      return isCall(call, 'GET /items') ? { ...reply, body: (reply.body as object[]).slice(0, 1) } : reply;
    }),
    line: `${could} GET /items brings 1 item`,
    code: 2,
    saysNot: accusations,
  },
  {
    name: 'Items with id in place of _id',
    serve: spoilt((backend) => (call) => {
      const reply = backend(call);
      if (!isCall(call, 'GET /items') || reply.status >= 300) return reply;
      return {
        ...reply,
        body: (reply.body as { _id: string }[]).map(({ _id, ...rest }) => ({ id: _id, ...rest })),
      };
    }),
    line: cannot,
    code: 1,
    says: [
      /^✗ breaks {2}getItems answers +It may be in "id": name it _id\./m,
      'not judged, because the items of GET /items cannot be used: It may be in "id": name it _id.',
    ],
    saysNot: ['brought no items', 'empty list'],
  },
  {
    name: 'Answers with a page',
    serve: () => serve(() => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
    line: `${could} http`,
    code: 2,
    says: ['answers with an HTML page, not the API'],
    saysNot: accusations,
  },
  {
    name: 'An address without /api',
    serve: async () => {
      const { api, close } = await serve(overHttp(makeGoodBackend().backend));
      return { api: new URL(api).origin, close };
    },
    line: `${could} http`,
    code: 2,
    says: [/The API is at http.*\/api: give that address/],
  },
  {
    name: 'A quantity of −1 is accepted, and "many" fails',
    serve: spoilt((backend) => adding('many', { status: 500 })(adding(-1, { status: 200 })(backend))),
    line: '✗ The store cannot go live on this backend at --level strict; at --level unsafe it can.',
    code: 1,
    says: [
      /^✗ strict {2}addNegative /m,
      /^✗ strict {2}addWithWrongType +POST \/cart\/add has failed with 500/m,
    ],
    saysNot: [/^ {2}also/m],
  },
  {
    name: 'Items without a description, and filters that do nothing',
    serve: withFaults('priceMin is ignored', 'category is ignored', 'Items have no description'),
    line: cannot,
    code: 1,
    says: [
      /^✗ breaks {2}getItems answers/m,
      /^✗ breaks {2}priceMin +priceMin is ignored/m,
      /^✗ breaks {2}category /m,
    ],
  },
  {
    name: 'No empty list, and a filter that does nothing',
    serve: withFaults('priceMin is ignored', 'No item fits: 404 in place of an empty list'),
    line: cannot,
    code: 1,
    says: [/^✗ breaks {2}priceMin /m, /^✗ breaks {2}\w+ +No item fits, and the answer is 404/m],
  },
  {
    name: 'Pages of a list',
    serve: spoilt((backend) => (call) => {
      const reply = backend(call);
      return isCall(call, 'GET /items') ? { ...reply, body: (reply.body as object[]).slice(0, 4) } : reply;
    }),
    line: cannot,
    code: 1,
    says: ['are not in the list without filters', 'If it brings a page at a time: the store asks once'],
    saysNot: ['do not belong'],
  },
  {
    name: 'A wrong password fails with 500',
    serve: spoilt((backend) => (call) => {
      const reply = backend(call);
      return isCall(call, 'POST /auth/login') && reply.status === 401 ? { status: 500 } : reply;
    }),
    line: '✗ The store cannot go live on this backend at --level strict; at --level unsafe it can.',
    code: 1,
    says: [/^✗ strict {2}wrongPassword +POST \/auth\/login has failed with 500/m],
    saysNot: ['gets into'],
  },
  {
    name: 'Adding replaces the quantity',
    serve: withFaults('Adding again replaces the quantity'),
    line: cannot,
    code: 1,
    saysNot: ['Several instances'],
    says: [
      /^✗ addTwice: GET \/cart → 200$/m,
      "Adds the quantity to the item's line, creating the line when there is none. (openapi.yaml, POST /cart/add)",
    ],
  },
  {
    name: 'Calls that meet',
    serve: () =>
      serve(
        overHttp(
          faultOf('An addition writes back the cart that it has read').spoil(makeGoodBackend().backend),
        ),
      ),
    only: ['itemsMeet'],
    line: '✗ 4 of ',
    code: 1,
    says: [/^ {2}try +curl .*\/cart\/add.* & curl .*\/cart\/add.* & wait; curl .*\/cart'/m],
  },
  {
    name: 'A part of the journeys',
    serve: spoilt((backend) => backend),
    only: ['items'],
    line: `– 2 of ${all} journeys, the rest was not asked for: all passed.`,
    code: 0,
    saysNot: ['✓', 'go live'],
  },
  {
    name: 'A part of the journeys, with a failure',
    serve: spoilt((backend) => (call) => (call.path === '/cart/add' ? { status: 500 } : backend(call))),
    only: ['add', 'wrongPassword'],
    line: `✗ 5 of ${all} journeys, the rest was not asked for: 1 failed.`,
    code: 1,
    says: ['POST /cart/add has failed with 500'],
    saysNot: ['✓', 'go live'],
  },
];

export const unjudgedTests: Test[] = rows.map(({ name, line, code, says = [], saysNot = [], ...row }) => ({
  name: `A server: ${name}`,
  async run() {
    const { api, close } = await row.serve();
    const patience = { ...quick, answer: row.answer ?? PATIENCE.answer };
    const conditions = { rate: row.rate, origin: row.origin, patience };
    const run = await checkBackend(api, { only: row.only, ...conditions });
    if (row.isDeep && !run.stop) await addExploration(run, api, explore(api, { seed: 1, ...conditions }));
    close();
    const ended = makeReport(run, 'strict', { contract: '1.2.3', api });
    const report = toText(ended);
    const has = (it: string | RegExp) => (typeof it === 'string' ? report.includes(it) : it.test(report));
    const wrong = [
      ...(ended.code === code ? [] : [`exit ${ended.code}`]),
      ...(report.startsWith(line) ? [] : [`not the first line: ${line}`]),
      ...says.filter((it) => !has(it)).map((it) => `does not say: ${it}`),
      ...saysNot.filter(has).map((it) => `must not say: ${it}`),
    ];
    return wrong.length ? `${wrong.join('\n')}\n${report}` : undefined;
  },
}));

/** An account without an email stays in the database, and no second one gets in. */
const keepingNobody = (good: Backend) => (call: Call) => {
  const fields = (call.body ?? {}) as { email?: string };
  return good(
    call.path.startsWith('/auth/')
      ? { ...call, body: { ...fields, email: fields.email || 'no@b.dy' } }
      : call,
  );
};

export const verdictTests: Test[] = [
  {
    name: 'Three runs on one database find the same',
    async run() {
      const good = keepingNobody(makeGoodBackend().backend);
      const { api, close } = await serve(overHttp(faultOf('Removing does nothing').spoil(good)));
      const found = [];
      for (let nth = 0; nth < 3; nth++) {
        const { verdicts } = await checkBackend(api);
        found.push(verdicts.flatMap(({ id, failure }) => (failure ? `${id}: ${failure.root}` : [])).join());
      }
      close();
      const isRight = new Set(found).size === 1 && found[0]?.includes('signupWithoutEmail');
      return isRight ? undefined : found.join('\n');
    },
  },
  {
    name: '--rate holds for calls that meet, and they meet',
    async run() {
      const starts: number[] = [];
      let adds = 0;
      let meet = () => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const { backend } = makeGoodBackend();
      const { api, close } = await serve(
        overHttp(async (call) => {
          starts.push(performance.now());
          if (call.path === '/cart/add') {
            if (++adds === 5) meet();
            // The first is answered when five are there.
            await met;
          }
          return backend(call);
        }),
      );
      const begin = performance.now();
      await checkBackend(api, { only: ['addsMeet'], rate: 8 });
      close();
      // However busy the machine is, none comes before its turn.
      const took = (starts.at(-1) ?? begin) - begin;
      const isRight = took >= ((starts.length - 8) / 8) * 1000 && adds >= 5;
      return isRight ? undefined : `${starts.length} calls in ${took} ms, ${adds} additions`;
    },
  },
  {
    name: '--rate: no second has more calls than that, and those that are to meet have one turn',
    run() {
      let now = 0;
      const takeTurns = makeTurns(8, () => now);
      const groups = [1, 1, 1, 5, 1, 5, 5, 8, 1, 1].map((size) => {
        const turns = takeTurns(size);
        // Each call is answered after a while.
        now = Math.max(now, ...turns) + 10;
        return turns;
      });
      const turns = groups.flat();
      const inASecond = turns.map((turn) => turns.filter((it) => it >= turn && it < turn + 1000).length);
      const isRight = Math.max(...inASecond) === 8 && groups.every((it) => new Set(it).size === 1);
      return isRight ? undefined : `${Math.max(...inASecond)} in a second: ${groups.join(' | ')}`;
    },
  },
];
