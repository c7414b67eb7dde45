import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { describe, test } from 'vitest';
import { type Change, makeShop, page } from './fault.ts';
import { PRODUCTS, type Reply, refuse } from './goodBackend.ts';
import { expectReport } from './judge.ts';
import { listen, type Served, serve, serveOverHttp } from './serve.ts';

/** A server that cannot be judged: exit 2 and no finding. */
type Unjudged = {
  name: string;
  serve: () => Served | Promise<Served>;
  flags?: string[];
  /** Texts that the report must have. */
  says: RegExp[];
};

const fault = (name: string, says: RegExp[], change: Change, flags?: string[]): Unjudged => ({
  name,
  says,
  serve: () => serve(makeShop(change)),
  ...(flags && { flags }),
});
const always = (reply: Reply) => ({ answer: async () => reply });

const COULD_NOT = /^\? This backend could not be judged: /;

const unjudged: Unjudged[] = [
  {
    name: 'No server',
    says: [/answers|respon/],
    async serve() {
      const served = await listen(createServer());
      served.close();
      return served;
    },
  },
  {
    name: 'Every call hangs',
    says: [/api: no response within 0\.1 s/],
    flags: ['--timeout', '0.1'],
    serve: () => listen(createServer()),
  },
  {
    name: 'The server stops between two calls',
    says: [/stopped/],
    async serve() {
      const shop = makeShop({});
      const served = await serveOverHttp(shop);
      let calls = 0;
      shop.onReply((reply) => {
        if (++calls < 100) return undefined;
        served.stop();
        return { ...reply, headers: { connection: 'close' } };
      });
      return served;
    },
  },
  {
    name: 'The server is stopped during a call that it has handled before',
    says: [/stopped answering at POST \/cart\/add/],
    async serve() {
      const shop = makeShop({});
      const served = await serveOverHttp(shop);
      let calls = 0;
      shop.before('POST /cart/add', () => {
        if (++calls < 9) return undefined;
        served.close();
        return { status: 0 };
      });
      return served;
    },
  },
  fault('A gateway refuses every call with 403', [/403/, /--header/], always(refuse(403, 'not from here'))),
  fault('A gateway refuses every call with 401', [/401/, /--header/], always(refuse(401))),
  fault('A gateway redirects every call to its login page', [/HTML/, /--header/], {
    answer: async ({ route }) =>
      route === 'GET /login' ? page() : { status: 302, headers: { location: '/api/login' } },
  }),
  fault('A gateway does not reach the backend', [/502/, /gateway/, /start it/], always(refuse(502))),
  fault('Every call is 503 during maintenance', [/503/], always(refuse(503))),
  fault('Every call returns an HTML page', [/HTML/], always(page())),
  {
    name: 'An address without /api',
    says: [/404/, /address/],
    async serve() {
      const served = await serveOverHttp(makeShop({}));
      return { ...served, api: new URL(served.api).origin };
    },
  },
  fault('Every call is redirected to another origin', [/308/, /address.* https:\/\/shop\.example/], {
    answer: async () => ({ status: 308, headers: { location: 'https://shop.example/api/items' } }),
  }),
  {
    name: 'A self-signed certificate',
    says: [/certificate/, /NODE_EXTRA_CA_CERTS/],
    serve() {
      const args =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2 -keyout -';
      // A key and a certificate that nobody has signed, in one text.
      const pair = execFileSync('openssl', args.split(' '), { stdio: 'pipe' });
      return listen(createHttpsServer({ key: pair, cert: pair }));
    },
  },
  {
    name: 'An https address of an HTTP server',
    says: [/speaks HTTP, not HTTPS/, /http:\/\/127/],
    async serve() {
      const served = await serveOverHttp(makeShop({}));
      return { ...served, api: served.api.replace('http:', 'https:') };
    },
  },
  ...[429, 403].map((status) =>
    fault(`A limit of 20 signups a day: ${status}`, [/POST \/auth\/signup/, /--account/], (shop) => {
      let signups = 0;
      shop.before('POST /auth/signup', () =>
        ++signups > 20 ? { status, headers: { 'retry-after': '86400' } } : undefined,
      );
    }),
  ),
  fault('An empty list of items', [/GET \/items returns an empty list/], { products: [] }),
  fault('All items are in one category', [/did not run.* differ in category/], {
    products: PRODUCTS.slice(0, 3),
  }),
  fault('All items cost the same', [/differ in price/], {
    products: PRODUCTS.map((product) => ({ ...product, price: 4.5 })),
  }),
  fault('There is one item', [/did not run.* differ in _id/], { products: PRODUCTS.slice(0, 1) }),
  fault('Signup is closed', [/--account/, /Sign up in one of our shops/], {
    signup: () => refuse(403, 'Sign up in one of our shops.'),
  }),
  fault('Emails at example.com are refused as disposable', [/--email-domain/, /Disposable/], {
    signup: () => refuse(422, 'Disposable email addresses are not allowed.'),
  }),
  fault('A signup must be confirmed by email', [/202/, /--account/], (shop) => {
    shop.onSuccess('POST /auth/signup', () => ({
      status: 202,
      body: { message: 'Please confirm your email.' },
    }));
    shop.onSuccess('POST /auth/login', () => refuse(403, 'email not verified'));
  }),
  fault('Every cart call is limited for good', [/429/], {
    cart: () => refuse(429),
    add: () => refuse(429),
    remove: () => refuse(429),
  }),
];

describe('A server that cannot be judged', () => {
  for (const { name, flags, says, ...row } of unjudged)
    test(name, () =>
      expectReport(row.serve(), flags, (report) => {
        const missing = says.filter((pattern) => !pattern.test(JSON.stringify(report)));
        return [
          ...(report.exitCode === 2 && COULD_NOT.test(report.verdict) ? [] : ['exit 2']),
          ...(report.findings.length ? ['no finding'] : []),
          ...missing.map((pattern) => `${pattern} in the report`),
        ];
      }),
    );
});
