import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { test } from 'vitest';
import { hasSignup } from '../judge/files.ts';
import { type Change, makeShop, page } from './fault.ts';
import { type GoodBackend, PRODUCTS, type Reply, refuse } from './goodBackend.ts';
import { expectReport, type Served } from './judge.ts';
import { listen, serve, serveOverHttp } from './serve.ts';

const COULD_NOT = /^\? This backend could not be judged: /;

/** Declares a server that cannot be judged: exit 2, no finding, and these texts in the report. */
const unjudged = (name: string, says: RegExp[], serve: () => Served | Promise<Served>, flags?: string[]) =>
  test(`A server that cannot be judged: ${name}`, () =>
    expectReport(serve(), flags, (report) => [
      ...(report.exitCode === 2 && COULD_NOT.test(report.verdict) ? [] : ['exit 2']),
      ...(report.findings.length ? ['no finding'] : []),
      ...says.filter((text) => !text.test(JSON.stringify(report))).map((text) => `${text} in the report`),
    ]));
const fault = (name: string, says: RegExp[], change: Change) =>
  unjudged(name, says, () => serve(makeShop(change)));
type Listening = Awaited<ReturnType<typeof serveOverHttp>>;
/** A correct backend over HTTP that stops, or that has another address. */
const overHttp = (
  name: string,
  says: RegExp[],
  change: (server: Listening, shop: GoodBackend) => Partial<Served> | undefined,
) =>
  unjudged(name, says, async () => {
    const shop = makeShop({});
    const server = await serveOverHttp(shop);
    return { ...server, ...change(server, shop) };
  });
const always = (reply: Reply) => ({ answer: async () => reply });

unjudged('No server', [/answers|respon/], async () => {
  const served = await listen(createServer());
  served.close();
  return served;
});
unjudged('Every call hangs', [/api: no response within 0\.1 s/], () => listen(createServer()), [
  '--timeout',
  '0.1',
]);
overHttp('The server stops between two calls', [/stopped/], ({ stop }, shop) => {
  let calls = 0;
  shop.onReply((reply) => {
    if (++calls < 100) return undefined;
    stop();
    return { ...reply, headers: { connection: 'close' } };
  });
});
overHttp(
  'The server stops during a usual call',
  [/stopped working at POST \/cart\/add/],
  ({ close }, shop) => {
    let calls = 0;
    shop.before('POST /cart/add', () => {
      if (++calls < 9) return undefined;
      close();
      return { status: 0 };
    });
  },
);
fault('A gateway refuses every call', [/401/, /--header/], always(refuse(401)));
fault('A gateway redirects every call to its login page', [/HTML/, /--header/], {
  answer: async ({ route }) =>
    route === 'GET /login' ? page() : { status: 302, headers: { location: '/api/login' } },
});
fault('A gateway does not reach the backend', [/502/, /gateway/, /start it/], always(refuse(502)));
fault('Every call is 503 during maintenance', [/503/], always(refuse(503)));
fault('Every call returns an HTML page', [/HTML/], always(page()));
overHttp('An address without /api', [/404/, /address/], ({ api }) => ({ api: new URL(api).origin }));
fault('Every call is redirected to another origin', [/308/, /address.* https:\/\/shop\.example/], {
  answer: async () => ({ status: 308, headers: { location: 'https://shop.example/api/items' } }),
});
unjudged('A self-signed certificate', [/certificate/, /NODE_EXTRA_CA_CERTS/], () => {
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2 -keyout -';
  // A key and a certificate that nobody has signed, in one text.
  const pair = execFileSync('openssl', args.split(' '), { stdio: 'pipe' });
  return listen(createHttpsServer({ key: pair, cert: pair }));
});
overHttp('An https address of an HTTP server', [/speaks HTTP, not HTTPS/, /http:\/\/127/], ({ api }) => ({
  api: api.replace('http:', 'https:'),
}));
fault('An empty list of items', [/GET \/items returns an empty list/], { products: [] });
fault('All items are in one category', [/did not run.* differ in category/], {
  products: PRODUCTS.slice(0, 3),
});
fault('Every cart call is limited for good', [/429/], {
  cart: () => refuse(429),
  add: () => refuse(429),
  remove: () => refuse(429),
});
if (hasSignup) {
  for (const status of [429, 403])
    fault(`A limit of 12 signups a day: ${status}`, [/POST \/auth\/signup/, /--account/], (shop) => {
      let signups = 0;
      shop.before('POST /auth/signup', () =>
        ++signups > 12 ? { status, headers: { 'retry-after': '86400' } } : undefined,
      );
    });
  fault('From the first email with capitals on, no signup is accepted', [/--account/], (shop) => {
    let isClosed = false;
    shop.before('POST /auth/signup', ({ fields: { email } }) => {
      isClosed ||= /[A-Z]/.test(`${email}`);
      return isClosed ? refuse(403) : undefined;
    });
  });
  fault('Signup is closed', [/--account/, /--email-domain/, /Sign up in one of our shops/], {
    signup: () => refuse(403, 'Sign up in one of our shops.'),
  });
  fault('A signup must be confirmed by email', [/202/, /--account/], (shop) => {
    shop.onSuccess('POST /auth/signup', () => ({
      status: 202,
      body: { message: 'Please confirm your email.' },
    }));
    shop.onSuccess('POST /auth/login', () => refuse(403, 'email not verified'));
  });
}
