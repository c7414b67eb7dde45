import { randomUUID } from 'node:crypto';
import { type Broken, fault, faults, issueJwts, manyProducts, page, taggingCarts } from '../fault.ts';
import { type GoodBackend, type IncomingCall, refuse } from '../goodBackend.ts';

const route = 'GET /cart';

/** Adds headers to the cart. */
const withHeaders = (headers: Record<string, string>) => (shop: GoodBackend) =>
  shop.onSuccess(route, (reply) => ({ ...reply, headers }));
const inAnHour = new Date(Date.now() + 3600_000).toUTCString();

/** Takes tokens that `isSame` confuses with one that was issued. */
const confusing = (isSame: (own: string, token: string) => boolean) => (shop: GoodBackend) => {
  shop.findSession = (token) => [...shop.sessions].find(([own]) => own === token || isSame(own, token))?.[1];
};

/** Refuses these uses of each token: 1 is the first. */
const refusingUses =
  (...refused: number[]) =>
  (shop: GoodBackend) => {
    const uses = new Map<string, number>();
    shop.before(route, ({ token = '' }) => {
      uses.set(token, (uses.get(token) ?? 0) + 1);
      return refused.includes(uses.get(token) ?? 0) ? refuse(401) : undefined;
    });
  };

/** The same for tokens of an email and a signature. */
const signing = (isSame: (own: string, token: string) => boolean) => (shop: GoodBackend) => {
  shop.newToken = ({ email }) => `${Buffer.from(email).toString('hex')}.${randomUUID().replaceAll('-', '')}`;
  confusing(isSame)(shop);
};

/** Sets a cookie with the token of a session, and believes it for some calls. */
const believingCookies = (isBelieved: (call: IncomingCall) => boolean) => (shop: GoodBackend) => {
  const { answer } = shop;
  shop.answer = async (call) => {
    const [, token = call.token] =
      (isBelieved(call) && /session=([\w-]+)/.exec(`${call.headers.cookie}`)) || [];
    const reply = await answer({ ...call, token });
    const { token: issued } = Object(reply.body) as { token?: string };
    return issued ? { ...reply, headers: { 'set-cookie': `session=${issued}; HttpOnly` } } : reply;
  };
};

export const cart: Broken[] = [
  fault('Tokens are refused with a page', { finds: 'breaks GET /cart', saysNot: /CSRF/ }, (shop) =>
    shop.before('GET /cart', () => ({ ...page(), status: 401 })),
  ),
  fault('The cart ends in the middle', { finds: 'breaks add', says: /cut off/, saysNot: /Length/ }, (shop) =>
    shop.onSuccess(route, () => ({ status: 200, body: '[{"item":' })),
  ),
  fault('After a change, the cart is once as before', { finds: 'breaks add', findings: 1 }, (shop) => {
    const lastCarts = new Map<unknown, unknown>();
    shop.onSuccess(route, ({ status, body }, { token }) => {
      const lastCart = lastCarts.get(token) ?? [];
      lastCarts.set(token, body);
      return { status, body: lastCart };
    });
  }),
  fault(
    'The cart is an object, with an ETag',
    { finds: 'breaks devicesMeet', says: /must be array/ },
    (shop) => {
      shop.onSuccess(route, ({ body }) => ({ status: 200, body: { items: body } }));
      taggingCarts(JSON.stringify)(shop);
    },
  ),
  fault('A line shows the price of all its pieces', 'breaks add', (shop, { showLine }) => {
    shop.showLine = (item, quantity) => showLine({ ...item, price: item.price * quantity }, quantity);
  }),
  fault('Names in the cart are cut', 'breaks manyItems', (shop, { showLine }) => {
    shop.showLine = (item, quantity) =>
      showLine({ ...item, name: item.name.replace('Teapot', 'Tea') }, quantity);
  }),
  fault('The 13th line of a cart is dropped without an error', 'breaks manyItems', (shop, { addLine }) => {
    shop.products = manyProducts;
    shop.addLine = (cart, itemId, quantity) => {
      if (cart.size < 12 || cart.has(itemId)) addLine(cart, itemId, quantity);
    };
  }),
  ...faults(
    { finds: 'breaks cartIsNotKept', findings: 1 },
    {
      'A proxy may cache the cart for an hour': withHeaders({ expires: inAnHour }),
      'The cart has a date of its last change and no rule': withHeaders({
        'last-modified': new Date(0).toUTCString(),
      }),
      'A cart with lines may be cached': (shop) =>
        shop.onSuccess(route, (reply) => {
          const isFilled = (reply.body as unknown[]).length > 0;
          return isFilled ? { ...reply, headers: { 'cache-control': 'max-age=30' } } : undefined;
        }),
    },
  ),
  fault(
    'A cookie beats the token',
    { finds: 'unsafe ownerIsTheTokens', says: /cookie decides/, isOverHttp: true },
    believingCookies(({ token }) => Boolean(token)),
  ),
  ...faults(
    { finds: 'unsafe ownerIsTheTokens', says: /cookie is enough/ },
    {
      'A cookie alone opens the cart': believingCookies(
        ({ token, route: called }) => !token && called === route,
      ),
      'A cookie alone is enough for an addition': believingCookies(
        ({ token, route }) => !token && route === 'POST /cart/add',
      ),
    },
  ),
  fault(
    'All shoppers share one cart',
    { finds: 'breaks secondShopper', findings: 1 },
    (shop, { addUser }) => {
      const cart = new Map<string, number>();
      shop.addUser = (account) => Object.assign(addUser(account), { cart });
    },
  ),
  fault('The cart of the email in the query is shown', 'unsafe ownerIsTheTokens', (shop, { cart }) => {
    shop.cart = (call, user) => cart(call, shop.findUser(call.query.email ?? '') ?? user);
  }),
  fault('No token arrives', { finds: 'breaks emptyCart', findings: 1 }, (shop, { answer }) => {
    shop.answer = (call) => answer({ ...call, token: undefined });
  }),
  fault('Every second call refuses a token', { finds: 'breaks login', says: /instances/ }, (shop) => {
    let calls = 0;
    shop.before(route, () => (++calls % 2 ? undefined : refuse(401)));
  }),
  fault(
    'A session is stored late',
    { finds: 'breaks emptyCart', findings: 1, says: /moment later/ },
    refusingUses(1, 2),
  ),
  fault(
    'The second use of a token meets another instance',
    { finds: 'breaks login', says: /instances/ },
    refusingUses(2),
  ),
  fault(
    'The ETag of a cart is its number of lines',
    { finds: 'breaks addTwice', says: /an ETag of the whole cart/, isOverHttp: true },
    taggingCarts(({ length }) => length),
  ),
  fault(
    'Adding again does nothing, with an ETag',
    { finds: 'breaks addTwice', saysNot: /old cart/ },
    (shop) => {
      shop.addLine = (cart, itemId, quantity) => cart.set(itemId, cart.get(itemId) ?? quantity);
      taggingCarts(JSON.stringify)(shop);
    },
  ),
  fault(
    'A cart that was opened is never modified since',
    { finds: 'breaks remove', says: /old cart/ },
    (shop) => {
      const rules = { 'cache-control': 'private', 'last-modified': new Date(0).toUTCString() };
      shop.onSuccess(route, (reply, { headers }) =>
        headers['if-modified-since'] ? { status: 304 } : { ...reply, headers: rules },
      );
    },
  ),
  fault(
    'The cart opens without a token, and logins set cookies',
    { finds: 'breaks getCartWithoutToken', flags: ['--only', 'ownerIsTheTokens'], saysNot: /cookie/ },
    (shop) => {
      believingCookies(() => false)(shop);
      shop.before(route, ({ token }) => (token ? undefined : { status: 200, body: [] }));
    },
  ),
  fault(
    'The signature of a JWT is not checked',
    { finds: 'unsafe getCartWithWrongToken', says: /signature of a token is not checked/ },
    (shop) => {
      issueJwts(shop);
      const claimsOf = (token: string) => token.split('.')[1];
      confusing((own, token) => claimsOf(own) === claimsOf(token))(shop);
    },
  ),
  ...faults('unsafe getCartWithWrongToken', {
    'The signature of a token is not checked': signing(
      (own, token) => token.length === own.length && token.split('.')[0] === own.split('.')[0],
    ),
    'The signature of a token may be missing': signing((own, token) => own.startsWith(`${token}.`)),
    'The signature of a token may be empty': signing(
      (own, token) => token.endsWith('.') && own.startsWith(token),
    ),
    'The cart opens with the token "null", and another malformed token fails with 500': (shop, good) => {
      shop.findSession = (token) => {
        if (token === 'null') return [...shop.users.values()].at(-1);
        if (token && !/^[\da-f-]{36}$/.test(token)) throw new Error('token malformed');
        return good.findSession(token);
      };
    },
  }),
  fault('Unsigned tokens are taken', { finds: 'unsafe getCartWithWrongToken', findings: 1 }, (shop) => {
    issueJwts(shop);
    confusing((own, token) => token.endsWith('.') && token.split('.')[1] === own.split('.')[1])(shop);
  }),
];
