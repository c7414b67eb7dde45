import { randomUUID } from 'node:crypto';
import {
  applyChange,
  type Broken,
  type Change,
  fault,
  faults,
  findById,
  issueJwts,
  makeShop,
  manyProducts,
  showIds,
  taggingCarts,
} from '../fault.ts';
import { type GoodBackend, type IncomingCall, refuse, type User } from '../goodBackend.ts';

const route = 'GET /cart';

/** Adds headers to the cart. */
const withHeaders = (headers: Record<string, string>) => (shop: GoodBackend) =>
  shop.onSuccess(route, (reply) => ({ ...reply, headers }));
const inAnHour = () => new Date(Date.now() + 3600_000).toUTCString();

/** Opens a cart to more tokens than those that were issued. */
const opening = (find: (shop: GoodBackend, token: string) => User | undefined) => (shop: GoodBackend) =>
  shop.before(route, ({ token = '' }) => {
    const user = shop.findSession(token) ?? find(shop, token);
    return user && { status: 200, body: shop.showCart(user.cart) };
  });

/** Finds a session by the claims of a token alone. */
const byClaims = (shop: GoodBackend, token: string) =>
  [...shop.sessions].find(([own]) => own.split('.')[1] === token.split('.')[1])?.[1];

/** Issues tokens of an email and a signature, and opens the cart to others that `isOpen` takes for one of them. */
const signing = (isOpen: (own: string, token: string) => boolean) => (shop: GoodBackend) => {
  shop.newToken = ({ email }) => `${Buffer.from(email).toString('hex')}.${randomUUID().replaceAll('-', '')}`;
  opening((_shop, token) => [...shop.sessions].find(([own]) => isOpen(own, token))?.[1])(shop);
};

/** Sets a cookie with the token of a session, and believes it for some calls. */
const believingCookies =
  (isBelieved: (call: IncomingCall) => boolean): Change =>
  (shop, { answer }) => {
    shop.answer = async (call) => {
      const [, token = call.token] =
        (isBelieved(call) && /session=([\w-]+)/.exec(`${call.headers.cookie}`)) || [];
      const reply = await answer({ ...call, token });
      const { token: issued } = Object(reply.body) as { token?: string };
      return issued ? { ...reply, headers: { 'set-cookie': `session=${issued}; HttpOnly` } } : reply;
    };
  };

const leaking = { findings: 1, cause: /leaks between accounts/ };

export const cart: Broken[] = [
  fault('The cart ends in the middle', { finds: 'breaks add', says: /cut off/, saysNot: /Length/ }, (shop) =>
    shop.onSuccess(route, () => ({ status: 200, body: '[{"item":' })),
  ),
  fault('Quantities are text', 'breaks add', {
    showLine: (item, quantity) => ({ item, quantity: `${quantity}` }),
  }),
  fault('An empty cart is an object', { finds: 'breaks emptyCart', findings: 1 }, (shop) =>
    shop.onSuccess(route, ({ body }) => ((body as unknown[]).length ? undefined : { status: 200, body: {} })),
  ),
  fault('A line shows the price of all its pieces', 'breaks add', (shop, { showLine }) => {
    shop.showLine = (item, quantity) => showLine({ ...item, price: item.price * quantity }, quantity);
  }),
  fault('Names in the cart are cut', 'breaks manyItems', (shop, { showLine }) => {
    shop.showLine = (item, quantity) =>
      showLine({ ...item, name: item.name.replace('Teapot', 'Tea') }, quantity);
  }),
  fault('A cart with more than three lines is refused', 'breaks manyItems', (shop, { cart }) => {
    shop.cart = (call, user) =>
      user.cart.size > 3 ? refuse(400, 'limit of lines exceeded') : cart(call, user);
  }),
  fault(
    'A cart with more than three lines takes too long',
    { finds: 'breaks manyItems', findings: 1, flags: ['--timeout', '0.1'] },
    (shop, { cart }) => {
      shop.cart = (call, user) => (user.cart.size > 3 ? new Promise(() => {}) : cart(call, user));
    },
  ),
  fault('The 13th line of a cart is dropped without an error', 'breaks manyItems', (shop, { addLine }) => {
    shop.products = manyProducts;
    shop.addLine = (cart, itemId, quantity) => {
      if (cart.size < 12 || cart.has(itemId)) addLine(cart, itemId, quantity);
    };
  }),
  ...faults('breaks cartIsNotKept', {
    'A proxy may cache the cart for an hour': withHeaders({ expires: inAnHour() }),
    'A proxy may cache the cart, and no browser': withHeaders({ 'cache-control': 's-maxage=60, max-age=0' }),
    'The cart has a date of its last change and no rule': withHeaders({
      'last-modified': new Date(0).toUTCString(),
    }),
  }),
  fault('A cart with lines may be cached', 'breaks cartIsNotKept', (shop) =>
    shop.onSuccess(route, (reply) =>
      (reply.body as unknown[]).length ? { ...reply, headers: { 'cache-control': 'max-age=30' } } : undefined,
    ),
  ),
  fault(
    'A header decides whose cart is shown',
    { finds: 'unsafe ownerIsTheTokens', cause: /header/ },
    (shop, { cart }) => {
      showIds(shop);
      shop.cart = (call, user) => cart(call, findById(shop, call.headers['x-user-id']) ?? user);
    },
  ),
  fault(
    'A cookie beats the token',
    { finds: 'unsafe ownerIsTheTokens', cause: /cookie/ },
    believingCookies(({ token }) => Boolean(token)),
  ),
  fault(
    'A cookie alone opens the cart',
    { finds: 'unsafe ownerIsTheTokens', cause: /without a token/, isOverHttp: true },
    believingCookies(({ token, route: called }) => !token && called === route),
  ),
  fault(
    'A cookie alone is enough for an addition',
    { finds: 'unsafe ownerIsTheTokens', cause: /without a token/ },
    believingCookies(({ token, route }) => !token && route === 'POST /cart/add'),
  ),
  fault(
    'Two instances share nothing',
    {
      finds: 'breaks login',
      findings: 3,
      heads: 'login',
      saysNot: /lost update|unique index|replica|trims/i,
    },
    (shop, { answer }) => {
      const other = makeShop({});
      let calls = 0;
      shop.answer = (call) => (++calls % 2 ? answer(call) : other.answer(call));
    },
  ),
  fault(
    'All shoppers share one cart',
    { ...leaking, finds: 'breaks secondShopper', heads: 'secondShopper' },
    (shop, { addUser }) => {
      const cart = new Map<string, number>();
      shop.addUser = (account) => Object.assign(addUser(account), { cart });
    },
  ),
  fault('The cart of the email in the query is shown', 'unsafe ownerIsTheTokens', (shop, { cart }) => {
    shop.cart = (call, user) => cart(call, shop.findUser(call.query.email ?? '') ?? user);
  }),
  fault('A token opens the cart once', 'breaks login', (shop) =>
    shop.onSuccess(route, (_reply, { token = '' }) => void shop.sessions.delete(token)),
  ),
  fault('Every second call refuses a token', { finds: 'breaks login', cause: /instances/ }, (shop) => {
    let calls = 0;
    shop.before(route, () => (++calls % 2 ? undefined : refuse(401)));
  }),
  fault('A session is stored late', { finds: 'breaks login', cause: /moment later/ }, (shop) => {
    const uses = new Map<string, number>();
    shop.before(route, ({ token = '' }) => {
      uses.set(token, (uses.get(token) ?? 0) + 1);
      return (uses.get(token) ?? 0) < 3 ? refuse(401) : undefined;
    });
  }),
  fault(
    'The ETag of a cart is its number of lines',
    { finds: 'breaks addTwice', cause: /304/, saysNot: /redirect/, isOverHttp: true },
    taggingCarts(({ length }) => length),
  ),
  fault(
    'Adding again does nothing, and the cart has an ETag',
    { finds: 'breaks addTwice', saysNot: /old cart/ },
    (shop) => {
      shop.addLine = (cart, itemId, quantity) => cart.set(itemId, cart.get(itemId) ?? quantity);
      taggingCarts(JSON.stringify)(shop);
    },
  ),
  fault(
    'A cart that was opened is never modified since',
    { finds: 'breaks remove', cause: /304/ },
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
      applyChange(
        shop,
        believingCookies(() => false),
      );
      shop.before(route, ({ token }) => (token ? undefined : { status: 200, body: [] }));
    },
  ),
  ...faults('unsafe getCartWithWrongToken', {
    'The cart opens with any token': opening((shop) => shop.lastUser()),
    'The cart opens with a token with a wrong signature': signing(
      (own, token) => token.length === own.length && token.split('.')[0] === own.split('.')[0],
    ),
    'The cart opens with a token without its signature': signing((own, token) => own.startsWith(`${token}.`)),
    'The cart opens with a token whose signature is empty': signing(
      (own, token) => token.endsWith('.') && own.startsWith(token),
    ),
    'The cart opens with the beginning of a token': signing(
      (own, token) => token.length > 30 && own.startsWith(token),
    ),
    'The cart opens with a token that nobody signed': (shop) => {
      issueJwts(shop);
      opening((_shop, token) => (token.endsWith('.') ? byClaims(shop, token) : undefined))(shop);
    },
    'The cart opens with the token "null", and another malformed token fails with 500': opening(
      (shop, token) => {
        if (token === 'null') return shop.lastUser();
        if (token && !/^[\da-f-]{36}$/.test(token)) throw new Error('token malformed');
        return undefined;
      },
    ),
  }),
  fault(
    'Every call takes an unsigned token',
    { finds: 'unsafe addToCartWithWrongToken', findings: 1 },
    (shop) => {
      issueJwts(shop);
      const { findSession: find } = shop;
      shop.findSession = (token) => find(token) ?? (token.endsWith('.') ? byClaims(shop, token) : undefined);
    },
  ),
];
