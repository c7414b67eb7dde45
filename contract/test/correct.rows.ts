import { createHmac, randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { isLeftOut } from '../judge/failure.ts';
import { hasSignup } from '../judge/files.ts';
import type { Report } from '../report/report.ts';
import { allowing, type Change, issueJwts, jwt, makeShop, page, STORE, taggingCarts } from './fault.ts';
import { type Fields, type GoodBackend, isText, type Product, refuse } from './goodBackend.ts';
import { expectReport } from './judge.ts';
import { accounts } from './kit.ts';
import { serve } from './serve.ts';

/** 32 random hexadecimal digits. */
const hex = () => randomUUID().replaceAll('-', '');

const SIGNUP = 'POST /auth/signup';
const ADD = 'POST /cart/add';

const withHeaders = (headers: Record<string, string>) => (shop: GoodBackend) =>
  shop.onReply((reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));

/** Refuses a signup whose field is too long, with a reason. */
const limiting = (field: string, most: number) => (shop: GoodBackend) =>
  shop.before(SIGNUP, ({ fields }) =>
    `${fields[field]}`.length > most ? refuse(422, `${field}: ${most} characters at most`) : undefined,
  );

/** Refuses additions above the stock of an item. */
const withStock = (stockOf: (itemId: string) => number) => (shop: GoodBackend) => {
  const { add } = shop;
  shop.add = (call, user) => {
    const { itemId, quantity = 1 } = call.fields;
    if (!isText(itemId) || !shop.isQuantity(quantity) || !shop.findProduct(itemId)) return add(call, user);
    const left = stockOf(itemId) - (user.cart.get(itemId) ?? 0);
    return quantity > left ? refuse(409, 'not enough in stock') : add(call, user);
  };
};

/** Refuses three calls after each 100. */
const limitingCalls =
  (status: number, headers: Record<string, string> = {}): Change =>
  (shop, { answer }) => {
    let calls = 0;
    shop.answer = async (call) => (++calls % 103 < 100 ? answer(call) : { status, headers });
  };

/** Ends the oldest session above a number of sessions. */
const endingSessions =
  (most: number): Change =>
  (shop, { openSession }) => {
    shop.openSession = (status, user, fields) => {
      const own = [...shop.sessions].filter(([, owner]) => owner === user);
      if (own.length === most) shop.sessions.delete(own[0]?.[0] ?? '');
      return openSession(status, user, fields);
    };
  };

const correct: Record<string, Change> = {
  'Content-Type: Application/JSON;charset=UTF-8': withHeaders({
    'content-type': 'Application/JSON;charset=UTF-8',
  }),
  'Cache-Control: private, max-age=30': withHeaders({ 'cache-control': 'private, max-age=30' }),
  'Cache-Control: no-store, and an ETag that never changes': (shop) =>
    shop.onSuccess('GET /cart', (reply, { headers }) => {
      if (headers['if-none-match']) return { status: 304 };
      return { ...reply, headers: { 'cache-control': 'no-store', etag: '"1"' } };
    }),
  'Cache-Control: max-age=0': withHeaders({ 'cache-control': 'max-age=0, must-revalidate', etag: '"1"' }),
  'A list and a cart have the status 203': (shop) => {
    for (const route of ['GET /items', 'GET /cart'])
      shop.onSuccess(route, (reply) => ({ ...reply, status: 203 }));
  },
  'Any 2xx with any body and media type for calls whose response the store does not read': (shop) => {
    const thanks = { status: 202, body: 'Thanks.', headers: { 'content-type': 'text/html' } };
    for (const route of [ADD, 'POST /cart/remove']) shop.onSuccess(route, () => thanks);
  },
  'Any 4xx with any body for a refusal': (shop) => {
    const body = Buffer.from('<h1>Défendu</h1>', 'latin1');
    const headers = { 'content-type': 'text/html' };
    shop.onReply(({ status }) => (status >= 400 ? { status: 418, body, headers } : undefined));
  },
  'A refusal is a page if the call does not accept JSON': (shop) =>
    shop.onReply(({ status }, { headers }) =>
      status < 400 || headers.accept === 'application/json' ? undefined : page(),
    ),
  'Refusals say why, and where': (shop) =>
    shop.onReply(({ status }, { route }) => {
      const detail = `${route}, line 12: see https://shop.example/usr/docs/errors.html, or /home/help`;
      const help = '/home/help/login';
      return status < 400 ? undefined : { status, body: { detail, help, path: '/api/cart/add', code: 12 } };
    }),
  'A success has a Location': (shop) =>
    shop.onSuccess(SIGNUP, (reply) => ({ ...reply, headers: { location: '/api/items' } })),
  'GET /items is redirected on its own origin': (shop) =>
    shop.before('GET /items', ({ search }) =>
      search.includes('again')
        ? undefined
        : { status: 307, headers: { location: `/api/items${search ? `${search}&` : '?'}again=1` } },
    ),
  'A limit of calls: 429 with Retry-After, by a clock that is an hour ahead': limitingCalls(429, {
    date: new Date(Date.now() + 3600_000).toUTCString(),
    'retry-after': new Date(Date.now() + 3602_000).toUTCString(),
  }),
  'A limit of calls: 503': limitingCalls(503),
  'Signup and login say something about the password': (shop) => {
    const about = { passwordStrength: 'strong', passwordChangedAt: '2024-01-01T09:30:00Z' };
    const changePassword = 'https://shop.example/v1/accounts/password';
    shop.showToken = (token) => ({ token, ...about, changePassword, gravatarHash: hex() });
    shop.newToken = ({ email }) =>
      jwt({ email, salt: hex(), passwordVersion: hex() }, '5d0c7b1fd7a94f1c9a52');
  },
  'Every call refuses unknown fields': (shop, { answer }) => {
    shop.answer = async (call) => {
      const { fields, query, operation } = call;
      const known = operation && [...operation.fields, ...operation.parameters].map(({ name }) => name);
      const isUnknown = Object.keys({ ...fields, ...query }).some((name) => !known?.includes(name));
      return isUnknown ? refuse(422, 'unknown field') : answer(call);
    };
  },
  'Names have at most 30 characters': limiting('name', 30),
  'Passwords have at most 30 characters': limiting('password', 30),
  'Passwords have no three equal or consecutive characters': (shop) =>
    shop.before(SIGNUP, ({ fields: { password } }) => {
      const codes = Array.from(`${password}`, (letter) => letter.charCodeAt(0));
      const isWeak = codes.some((code, i) =>
        [0, 1, -1].some((step) => codes[i + 1] === code + step && codes[i + 2] === code + 2 * step),
      );
      return isWeak ? refuse(422, 'weak password') : undefined;
    }),
  'Emails have at most 64 characters': limiting('email', 64),
  'Tokens are signed with a secret': issueJwts,
  'A token of just over a minute says when it ends, but not when it was issued': (shop) => {
    shop.newToken = ({ email }) =>
      jwt({ email, jti: hex(), exp: Date.now() / 1000 + 60.6 }, '5d0c7b1fd7a94f1c9a52');
  },
  'Tokens are padded base64 and a signature': (shop) => {
    let id = 2570;
    shop.newToken = () => {
      const text = Buffer.from(`{"id":${++id}}`).toString('base64');
      return `${text}--${createHmac('sha256', randomUUID()).update(text).digest('hex')}`;
    };
  },
  'Tokens end with a separator': (shop) => {
    shop.newToken = () => `${randomUUID()}-`;
  },
  'The case of letters in a token does not count': (shop) => {
    shop.findSession = (token) => shop.sessions.get(token.toLowerCase());
  },
  // Without signup, all journeys share a few accounts.
  ...(hasSignup && {
    'A shopper has at most two sessions': (shop, { openSession }) => {
      shop.openSession = (status, user, fields) => {
        const own = [...shop.sessions.values()].filter((owner) => owner === user);
        return own.length < 2 ? openSession(status, user, fields) : refuse(409);
      };
    },
    'A third session ends the oldest': endingSessions(2),
    'An account is locked for a while after three failed logins': (shop, { login }) => {
      const failures = new Map<string, number>();
      shop.login = async (call) => {
        const key = shop.emailKey(`${call.fields.email}`);
        const count = failures.get(key) ?? 0;
        if (count >= 3) return refuse(423, 'too many failed logins');
        const reply = await login(call);
        failures.set(key, reply.status === 401 ? count + 1 : 0);
        return reply;
      };
    },
  }),
  'A gateway refuses operators and quotes': (shop) =>
    shop.before('GET /items', ({ query }) =>
      /[$'"]/.test(query.category ?? '') ? refuse(403, 'blocked') : undefined,
    ),
  'Additions return a line with a code': (shop) =>
    shop.onSuccess(ADD, () => ({ status: 200, body: { line: { code: 4711 }, errors: [], error: null } })),
  'Lines and items have numbers as ids, and more fields than the contract has': (shop, { showLine }) => {
    shop.products = Array.from({ length: 14 }, (_, i) => ({
      ...(shop.products[i % 7] as Product),
      _id: `${i + 1}`,
      createdAt: '2024-01-01',
    }));
    shop.showLine = (product, quantity) => ({ lineId: '1', ...(showLine(product, quantity) as Fields) });
  },
  'Of two changes at the same moment, one is refused': (shop, { answer }) => {
    const busy = new Set<unknown>();
    shop.answer = async (call) => {
      const { token } = call;
      const isChange = call.route.startsWith('POST /cart');
      if (isChange && busy.has(token)) return refuse(409);
      busy.add(token);
      await new Promise(setImmediate);
      const reply = await answer(call);
      busy.delete(token);
      return reply;
    };
  },
  'A price changes during the run': (shop, { answer }) => {
    let calls = 0;
    shop.answer = (call) => {
      calls += 1;
      if (calls % 40 === 0) {
        const place = (calls / 40) % 7;
        shop.products = shop.products.map((item, i) =>
          i === place ? { ...item, price: item.price + 1 } : item,
        );
      }
      return answer(call);
    };
  },
  'An item goes during the run': (shop, { answer }) => {
    let calls = 0;
    shop.answer = (call) => {
      if (++calls === 60) shop.products = shop.products.filter(({ _id }) => _id !== 'p6');
      return answer(call);
    };
  },
  'Ten unknown items are enough for a quarter of an hour': (shop) => {
    const unknown = new Map<string, number>();
    shop.before(ADD, ({ token = '', fields: { itemId } }) => {
      const count = unknown.get(token) ?? 0;
      if (isText(itemId) && !shop.findProduct(itemId)) unknown.set(token, count + 1);
      return count < 10 ? undefined : { status: 429, headers: { 'retry-after': '900' } };
    });
  },
  'In a category, "ß" is the same as "SS"': (shop) => {
    shop.isCategory = (own, category) => own.toUpperCase() === category.toUpperCase();
    shop.products = shop.products.map((item, i) => (i < 5 ? { ...item, category: 'größe' } : item));
  },
  'Some items have no category': (shop) => {
    shop.products = shop.products.map((item, i) => (i < 5 ? { ...item, category: '' } : item));
  },
  'Categories are & and %': (shop) => {
    shop.products = shop.products.map((item, i) => ({ ...item, category: i % 2 ? '&' : '%' }));
  },
  'There are 2 of each item in stock': withStock(() => 2),
  'The first item is sold out': withStock((itemId) => (itemId === 'p1' ? 0 : 9999)),
  'A cart has at most two lines': (shop, { add }) => {
    shop.add = ({ fields, ...call }, user) =>
      user.cart.size < 2 || user.cart.has(`${fields.itemId}`) ? add({ ...call, fields }, user) : refuse(400);
  },
  'A quantity in quotes counts as the number': (shop) =>
    shop.edit(ADD, ({ fields }) => {
      if (isText(fields.quantity) && /^\d+$/.test(fields.quantity)) fields.quantity = Number(fields.quantity);
    }),
  'Removing an item without a line succeeds': (shop, { removeLine }) => {
    shop.removeLine = (cart, itemId) => removeLine(cart, itemId) || true;
  },
};

describe('A correct server with habits of its own is not accused', () => {
  const judge = ({ exitCode, findings, journeys }: Report) => {
    const isFree = exitCode === 0 && findings.length === 0;
    const isJudged =
      journeys.filter(({ status, reason }) => status === 'skipped' && !isLeftOut(reason)).length < 4;
    return isFree && isJudged ? [] : ['exit 0, no finding, and at most three skipped journeys'];
  };
  for (const [name, change] of Object.entries(correct))
    test(name, () => expectReport(serve(makeShop(change)), [], judge));
  test('A fourth session ends the oldest one, and all journeys share an account', () => {
    const flags = accounts.flatMap((account) => ['--account', account]);
    return expectReport(serve(makeShop(endingSessions(3))), flags, judge);
  });
  test.each([STORE, '*'])('A store on another origin, allowed as %s, and not in a 304', (allowed) => {
    const shop = makeShop(taggingCarts(JSON.stringify));
    allowing(allowed)(shop);
    shop.onReply(({ status }) => (status === 304 ? { status } : undefined));
    return expectReport(serve(shop), ['--origin', STORE], judge);
  });
});
