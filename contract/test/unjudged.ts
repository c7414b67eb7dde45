import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuse, type Shop } from './goodBackend.ts';
import { type Change, makeShop, STORE } from './row.ts';
import { type Served, serve, serveHandler } from './serve.ts';

/** A server that cannot be judged (exit 2), or whose verdict needs more words than a finding has. */
export type Unjudged = {
  name: string;
  serve: () => Promise<Served>;
  flags?: string[];
  /** Exit code; 2 without it. */
  code?: 0 | 1;
  /** Texts that the report must have. */
  says: RegExp[];
};

const row = (name: string, change: Change, ...says: RegExp[]): Unjudged => ({
  name,
  serve: () => serve(makeShop(change)),
  says,
});
const always = (shop: Shop, reply: ReturnType<typeof refuse>) => {
  shop.answer = async () => reply;
};
const signupClosed = (shop: Shop) =>
  shop.before('POST /auth/signup', () => refuse(403, 'Sign up in one of our shops.'));

export const COULD_NOT = /^\? This backend could not be judged\./;

export const unjudged: Unjudged[] = [
  // Nobody there
  {
    name: 'No server',
    async serve() {
      const served = await serveHandler(() => {});
      served.close();
      return served;
    },
    says: [/no server answers|nothing answers|connection/i],
  },
  row('Every connection is closed', (shop) => always(shop, { status: 0 })),
  {
    ...row(
      'Every call hangs',
      (shop) => {
        shop.answer = () => new Promise(() => {});
      },
      /1 s/,
    ),
    flags: ['--timeout', '1'],
  },
  row(
    'The server stops between two calls',
    (shop) => {
      let calls = 0;
      shop.onReply(() => (++calls > 100 ? { status: 0 } : undefined));
    },
    /stopped/,
  ),

  // Not this API
  row('Every call is refused', (shop) => always(shop, refuse(403, 'not from here')), /403/),
  row('Every call fails', (shop) => always(shop, refuse(500)), /500/),
  {
    name: 'Every call returns an HTML page',
    serve: () =>
      serveHandler((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      }),
    says: [/HTML/],
  },
  {
    name: 'An address without /api',
    async serve() {
      const { api, close } = await serve(makeShop({}));
      return { api: new URL(api).origin, close };
    },
    says: [/http:\/\/127\.0\.0\.1:\d+\/api/],
  },
  {
    name: 'Every call is redirected to another origin',
    async serve() {
      const there = await serve(makeShop({}));
      const here = await serveHandler((request, response) => {
        response.writeHead(308, { location: `${new URL(there.api).origin}${request.url}` }).end();
      });
      const close = () => {
        here.close();
        there.close();
      };
      return { api: here.api, close };
    },
    says: [/308/, /another origin/],
  },
  {
    name: 'A self-signed certificate',
    serve: () =>
      serveHandler(
        () => {},
        (handler) => createServer(makeCertificate(), handler),
      ),
    says: [/certificate/, /NODE_EXTRA_CA_CERTS/],
  },
  {
    ...row(
      'Only preflights are answered',
      (shop) => {
        shop.answer = async ({ route }) => ({
          status: route.startsWith('OPTIONS') ? 204 : 403,
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        });
      },
      /403/,
    ),
    flags: ['--origin', STORE],
  },

  // No usable items
  row('An empty list of items', { products: [] }, /GET \/items/, /empty/),
  row(
    'A list of a single item',
    (shop) => {
      shop.products = shop.products.slice(0, 1);
    },
    /1 item/,
  ),

  // No shopper gets a token
  row('Signup is closed with 403', signupClosed, /--account/, /Sign up in one of our shops/),
  row(
    'Emails at example.com are refused as disposable',
    (shop) =>
      shop.before('POST /auth/signup', ({ fields: { email } }) =>
        `${email}`.endsWith('@example.com')
          ? refuse(422, 'Disposable email addresses are not allowed.')
          : undefined,
      ),
    /--email-domain/,
    /Disposable/,
  ),
  row(
    'A signup must be confirmed by email',
    (shop) => {
      shop.onSuccess('POST /auth/signup', () => ({
        status: 202,
        body: { message: 'Please confirm your email.' },
      }));
      shop.onSuccess('POST /auth/login', () => refuse(403, 'email not verified'));
    },
    /POST \/auth\/signup/,
    /202/,
    /--account|--signup/,
  ),
  row(
    'A signup returns no token, and every login is refused',
    (shop) => {
      shop.onSuccess('POST /auth/signup', () => ({ status: 201, body: { ok: true } }));
      shop.before('POST /auth/login', () => refuse(403));
    },
    /--account|--signup/,
  ),

  // Limits
  row(
    'A limit of 20 calls a minute',
    (shop) => {
      let calls = 0;
      const { answer } = shop;
      shop.answer = async (call) =>
        ++calls > 20 ? { status: 429, headers: { 'retry-after': '9999' } } : answer(call);
    },
    /429/,
    /Retry-After/,
  ),
  row(
    'Every cart call is limited for good',
    (shop) => {
      for (const route of ['GET /cart', 'POST /cart/add', 'POST /cart/remove'])
        shop.before(route, () => refuse(429));
    },
    /429/,
  ),
];

/** A certificate that nobody has signed. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'contract-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2';
  execFileSync('openssl', ['req', ...kind.split(' '), '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
