import { type Broken, type Change, fault, faults, page } from '../fault.ts';
import { type GoodBackend, type IncomingCall, type Reply, refuse } from '../goodBackend.ts';

/** A request without a body gets no response. */
const withoutResponse = (shop: GoodBackend) =>
  shop.before('POST /auth/login', ({ body }) => (body ? undefined : new Promise(() => {})));
const hanging = { flags: ['--only', 'loginWithoutJson,passwordInFull', '--timeout', '0.1'] };

const slow = { flags: ['--timeout', '0.1'] };

/** Hangs or gives this reply once `isFailing` is true. `unknown`: the additions of unknown items so far. */
const failingAfter =
  (isFailing: (unknown: IncomingCall[], call: IncomingCall) => boolean, failure?: Reply): Change =>
  (shop, { answer }) => {
    const unknown: IncomingCall[] = [];
    shop.answer = async (call) => {
      if (isFailing(unknown, call)) return failure ?? new Promise(() => {});
      const reply = await answer(call);
      if (reply.status === 404 && call.route === 'POST /cart/add') unknown.push(call);
      return reply;
    };
  };

/** Errors with a text in them, and the texts that the report must not repeat. */
const leaking = (status: number, detail: string) => (shop: GoodBackend) =>
  shop.onReply((reply) => (reply.status === status ? { ...reply, body: { detail } } : undefined));
const internal = { finds: 'unsafe errorsShowNoCode', findings: 1, saysNot: /\.(js|java|py|json)\b/ } as const;

/** Servers with a fault in several calls. */
export const everywhere: Broken[] = [
  fault(
    'Refusals have status 200',
    { finds: 'breaks addToCartWithoutToken', says: /Refusals have the status 200/ },
    (shop) => shop.onReply(({ status }) => (status < 400 ? undefined : { status: 200, body: { ok: false } })),
  ),
  fault('Requests above 1 kB are cut and refused', 'breaks browserHeaders', (shop, { answer }) => {
    shop.answer = async (call) => (JSON.stringify(call.headers).length > 1024 ? refuse(400) : answer(call));
  }),
  fault('A POST with the cookie of a login is refused', 'breaks browserHeaders', (shop) => {
    const headers = { 'set-cookie': 'session=1; HttpOnly' };
    shop.onSuccess('POST /auth/login', (reply) => ({ ...reply, headers }));
    shop.before('POST /cart/add', (call) =>
      /session/.test(`${call.headers.cookie}`) ? refuse(403) : undefined,
    );
  }),
  ...faults('breaks browserHeaders', {
    'Calls from the page of its own origin fail': (shop) =>
      shop.before('POST /cart/add', ({ headers }) => (headers.origin ? { status: 500 } : undefined)),
    'In German, the point of a price separates thousands': (shop) =>
      shop.edit('GET /items', ({ headers, query }) => {
        const { priceMin = '' } = query;
        if (/^de/.test(`${headers['accept-language']}`) && priceMin)
          query.priceMin = priceMin.replace('.', '');
      }),
  }),
  fault(
    'Proxies may cache all responses, and no browser',
    { finds: 'breaks cartIsNotKept', findings: 1, says: /s-maxage/ },
    (shop) => shop.onReply((reply) => ({ ...reply, headers: { 'cache-control': 's-maxage=60, max-age=0' } })),
  ),
  fault(
    'After ten unknown items, every call fails with 500',
    { finds: 'unsafe POST', findings: 1, says: /only errors/ },
    failingAfter((unknown) => unknown.length >= 10, refuse(500)),
  ),
  fault(
    'After 60 lists, the list fails with 500',
    { finds: 'breaks GET /items', findings: 1, saysNot: /only errors/ },
    (shop) => {
      let lists = 0;
      shop.before('GET /items', () => (++lists > 60 ? refuse(500) : undefined));
    },
  ),
  fault('Every call fails', 'breaks items', { answer: async () => refuse(500) }),
  fault('The list never comes', { ...slow, finds: 'breaks items' }, { items: () => new Promise(() => {}) }),
  fault(
    'Each unknown item takes a connection, until every call hangs',
    { ...slow, finds: 'unsafe refusedOften', findings: 1, says: /hangs/ },
    failingAfter((unknown, { operation }) => unknown.length === 20 && operation !== undefined),
  ),
  fault(
    'After 20 unknown items, additions and carts hang',
    {
      finds: 'unsafe refusedOften',
      says: /use something up/,
      flags: ['--only', 'refusedOften', '--timeout', '0.1'],
    },
    failingAfter((unknown, { route }) => unknown.length >= 20 && /cart/.test(route)),
  ),
  fault(
    'After an unknown item, all calls of the shopper hang',
    { ...slow, finds: 'breaks unknownItem', findings: 1 },
    failingAfter((unknown, call) => unknown.some(({ token }) => token === call.token)),
  ),
  fault('The list is broken gzip', { finds: 'breaks items', isOverHttp: true }, (shop) =>
    shop.onSuccess('GET /items', (reply) => ({ ...reply, headers: { 'content-encoding': 'gzip' } })),
  ),
  fault(
    'The length of a response counts characters',
    { finds: 'breaks items', says: /Content-Length/, saysNot: /UTF-8/ },
    (shop) => {
      shop.products = shop.products.map((item) => ({ ...item, name: `${item.name} – 茶` }));
      shop.onSuccess('GET /items', ({ status, body }) => {
        const text = JSON.stringify(body);
        return { status, body: Buffer.from(text).subarray(0, text.length) };
      });
    },
  ),
  fault('All responses are JSON as text/html', { finds: 'strict typeIsJson', findings: 1 }, (shop) =>
    shop.onReply((reply) => ({ ...reply, headers: { 'content-type': 'text/html' } })),
  ),
  fault('A malformed quantity shows a stack trace', { finds: 'strict POST /cart/add', findings: 2 }, (shop) =>
    shop.before('POST /cart/add', ({ fields: { quantity } }) =>
      quantity === 'many' ? { status: 500, body: { trace: 'at add (/srv/shop/cart.js:12:3)' } } : undefined,
    ),
  ),
  fault('A malformed request is 503', 'strict loginWithoutJson', (shop) =>
    shop.onReply(({ status }) => (status === 400 ? { status: 503 } : undefined)),
  ),
  fault('A removal is redirected with 303 to JSON', { finds: 'breaks remove', says: /303/ }, (shop) => {
    shop.remove = () => ({ status: 303, headers: { location: '/api/cart' } });
  }),
  fault(
    'POST is redirected with 301, where GET finds no page',
    { finds: 'breaks login', says: /redirect of a POST with 301/ },
    (shop) =>
      shop.onReply((_reply, { route }) => {
        const [method, path = ''] = route.split(' ');
        if (path.endsWith('/')) return { ...page(), status: 404 };
        return method === 'POST' ? { status: 301, headers: { location: `/api${path}/` } } : undefined;
      }),
  ),
  fault('A refusal is a login page', { finds: 'strict addToCartWithoutToken', says: /HTML/ }, (shop) => {
    const moved = { status: 302, headers: { location: '/api/login' } };
    shop.onReply(({ status }) => (status === 401 ? moved : undefined));
    shop.before('GET /login', page);
  }),
  ...[500, 0].map((status) =>
    fault(`Every tenth cart fails: ${status}`, { finds: 'breaks GET /cart', findings: 2 }, (shop) => {
      let calls = 0;
      shop.before('GET /cart', () => (++calls % 10 ? undefined : { status }));
    }),
  ),
  ...faults(internal, {
    'A stack trace of Node': leaking(400, 'SyntaxError\n    at parse (file:///srv/carts/lib.js:12:9)'),
    'A stack trace of Java': leaking(401, 'at shop.carts.CartApi.get(CartApi.java:12)'),
    'A stack trace of Python': leaking(404, 'Traceback: File "/app/carts.py", line 12, in get'),
    'A path of the server': leaking(404, "ENOENT: no such file, open '/var/lib/carts/items.json'"),
  }),
  fault('A malformed body hangs', { ...hanging, finds: 'strict loginWithoutJson' }, withoutResponse),
  fault('Behind that, any password logs in', { ...hanging, finds: 'unsafe passwordInFull' }, (shop) => {
    shop.isPassword = () => true;
    withoutResponse(shop);
  }),
];
