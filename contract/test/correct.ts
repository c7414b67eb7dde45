import { gzipSync } from 'node:zlib';
import { type Fields, isText, type Product, refuse, type Shop } from './goodBackend.ts';
import { allowing, type Change, issueJwts, manyProducts, STORE } from './row.ts';

/** A correct server with habits of its own: no finding, exit 0. */
export type Correct = {
  name: string;
  change: Change;
  flags?: string[];
  /** Text that the report must have, such as the server's words for a journey that was skipped. */
  says?: RegExp;
};

const row = (name: string, change: Change, says?: RegExp, flags?: string[]): Correct => ({
  name,
  change,
  ...(says && { says }),
  ...(flags && { flags }),
});

const SIGNUP = 'POST /auth/signup';
const ADD = 'POST /cart/add';

const withHeaders = (headers: Record<string, string>) => (shop: Shop) =>
  shop.onReply((reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));

/** Refuses a signup whose field is too long, with a reason. */
const limiting = (field: string, most: number) => (shop: Shop) =>
  shop.before(SIGNUP, ({ fields }) =>
    `${fields[field]}`.length > most ? refuse(422, `${field}: ${most} characters at most`) : undefined,
  );

/** Refuses additions above the stock of an item. */
const withStock = (stockOf: (itemId: string) => number) => (shop: Shop) => {
  const { add } = shop;
  shop.add = (call, user) => {
    const { itemId, quantity = 1 } = call.fields;
    if (!isText(itemId) || !shop.isQuantity(quantity) || !shop.findProduct(itemId)) return add(call, user);
    const left = stockOf(itemId) - (user.cart.get(itemId) ?? 0);
    return quantity > left ? refuse(409, left ? `only ${left} left in stock` : 'sold out') : add(call, user);
  };
};

/** Changes the catalogue again and again during the run. */
const changing = (change: (products: Product[], nth: number) => Product[]) => (shop: Shop) => {
  let calls = 0;
  shop.onReply(() => {
    if (++calls % 40 === 0) shop.products = change(shop.products, calls / 40);
    return undefined;
  });
};

/** Refuses calls above a number, until it was left alone for a moment. */
const limitingCalls =
  (most: number, status: number, headers: Record<string, string> = {}) =>
  (shop: Shop) => {
    const { answer } = shop;
    let [calls, until] = [0, 0];
    shop.answer = async (call) => {
      if (++calls === most) until = Date.now() + 150;
      if (calls >= most && Date.now() < until) return { status, headers };
      if (calls >= most) calls = 0;
      return answer(call);
    };
  };

const known = ['name', 'email', 'password', 'itemId', 'quantity', 'priceMin', 'priceMax', 'category'];
const refusingOthers = (route: string, names: string[]) => (shop: Shop) =>
  shop.before(route, ({ fields, query }) =>
    Object.keys({ ...fields, ...query }).some((name) => !names.includes(name))
      ? refuse(422, 'unknown field')
      : undefined,
  );

export const correct: Correct[] = [
  row('No habits', {}),

  // Responses
  row(
    'Content-Type: Application/JSON;charset=UTF-8',
    withHeaders({ 'content-type': 'Application/JSON;charset=UTF-8' }),
  ),
  ...['no-store', 'private, no-cache', 'max-age=0, must-revalidate'].map((rules) =>
    row(`Cache-Control: ${rules}`, withHeaders({ 'cache-control': rules, etag: '"1"' })),
  ),
  row('Responses are compressed', (shop) =>
    shop.onReply(({ status, body }) =>
      body === undefined
        ? undefined
        : {
            status,
            body: gzipSync(JSON.stringify(body)),
            headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
          },
    ),
  ),
  row('More fields than the contract has', (shop) => {
    const extend = (value: unknown) => ({ ...(value as Fields), __v: 0, createdAt: '2024-01-01' });
    shop.onReply(({ status, body }) =>
      body === undefined
        ? undefined
        : { status, body: Array.isArray(body) ? body.map(extend) : extend(body) },
    );
  }),
  row('Any 2xx with any body for calls whose response the store does not read', (shop) => {
    for (const route of [ADD, 'POST /cart/remove'])
      shop.onSuccess(route, () => ({
        status: 202,
        body: 'Thanks.',
        headers: { 'content-type': 'text/plain' },
      }));
  }),
  row('Any 4xx with any body for a refusal', (shop) =>
    shop.onReply(({ status }) =>
      status < 400
        ? undefined
        : {
            status: 418,
            body: Buffer.from('<h1>Défendu</h1>', 'latin1'),
            headers: { 'content-type': 'text/html' },
          },
    ),
  ),
  row('A success has a Location', (shop) =>
    shop.onSuccess(SIGNUP, (reply) => ({ ...reply, headers: { location: '/api/items' } })),
  ),
  row('GET /items is redirected on its own origin', (shop) =>
    shop.before('GET /items', ({ search }) =>
      search.includes('again')
        ? undefined
        : { status: 307, headers: { location: `/api/items${search ? `${search}&` : '?'}again=1` } },
    ),
  ),
  row('One connection is closed without a response', (shop) => {
    let count = 0;
    shop.before(ADD, () => (++count === 5 ? { status: 0 } : undefined));
  }),
  row('At most 100 calls, then 429 with Retry-After', limitingCalls(100, 429, { 'retry-after': '1' })),
  row('At most 100 calls, then 503', limitingCalls(100, 503)),

  // Signup and login
  row('Signup and login say how strong the password is', (shop) => {
    shop.showToken = (token) => ({ token, passwordStrength: 'strong' });
  }),
  row('A login says when the password was changed', (shop) => {
    shop.showToken = (token) => ({ token, user: { passwordChangedAt: '2024-01-01' } });
  }),
  row('A login refuses unknown fields', refusingOthers('POST /auth/login', ['email', 'password'])),
  row('Every call refuses unknown fields', (shop) => {
    for (const route of [SIGNUP, 'POST /auth/login', 'GET /items', ADD, 'POST /cart/remove'])
      refusingOthers(route, known)(shop);
  }),
  row('Names have at most 30 characters', limiting('name', 30)),
  row('Passwords have at most 30 characters', limiting('password', 30)),
  row('Emails have at most 64 characters', limiting('email', 64)),
  row('Passwords have 8 to 32 characters', (shop) =>
    shop.before(SIGNUP, ({ fields: { password } }) =>
      isText(password) && (password.length < 8 || password.length > 32)
        ? refuse(422, 'a password has 8 to 32 characters')
        : undefined,
    ),
  ),
  row('Passwords are trimmed at signup and login', (shop) => {
    const { digest } = shop;
    shop.digest = (password) => digest(password.trim());
  }),
  row('A password with spaces at its ends is refused at signup', (shop) =>
    shop.before(SIGNUP, ({ fields: { password } }) =>
      isText(password) && password.trim() !== password ? refuse(422, 'no spaces at the ends') : undefined,
    ),
  ),
  row('An account is locked for a while after ten failed logins', (shop) => {
    const failures = new Map<string, number>();
    const { isPassword } = shop;
    shop.before('POST /auth/login', ({ fields: { email } }) =>
      (failures.get(`${email}`.toLowerCase()) ?? 0) >= 10 ? refuse(423, 'too many failed logins') : undefined,
    );
    shop.isPassword = (user, password) => {
      const isRight = isPassword(user, password);
      const key = user.email.toLowerCase();
      failures.set(key, isRight ? 0 : (failures.get(key) ?? 0) + 1);
      return isRight;
    };
  }),
  row('Tokens are signed with a secret', issueJwts),
  row('The case of letters in a token does not count', (shop) => {
    shop.findSession = (token) => shop.sessions.get(token.toLowerCase());
  }),

  // Items
  row(
    'An item is added during the run',
    changing((products, nth) => [
      ...products,
      {
        _id: `new${nth}`,
        name: `New ${nth}`,
        description: '',
        category: nth % 2 ? 'Drinks' : 'New',
        price: nth,
      },
    ]),
  ),
  row(
    'A price changes during the run',
    changing((products, nth) =>
      products.map((it, i) => (i === nth % 7 ? { ...it, price: it.price + 1 } : it)),
    ),
  ),
  row('There are 1,000 items', {
    products: Array.from({ length: 50 }, (_, i) =>
      manyProducts.map((it) => ({ ...it, _id: `${i}-${it._id}`, price: it.price * (i + 1) })),
    ).flat(),
  }),

  // Cart
  row(
    'There are 2 of each item in stock',
    withStock(() => 2),
  ),
  row(
    'The first item is sold out',
    withStock((itemId) => (itemId === 'p1' ? 0 : 9999)),
  ),
  row(
    'At most ten pieces of an item',
    withStock(() => 10),
  ),
  row('A quantity in quotes counts as the number', (shop) =>
    shop.before(ADD, ({ fields }) => {
      if (/^\d+$/.test(`${fields.quantity}`)) fields.quantity = Number(fields.quantity);
      return undefined;
    }),
  ),
  row('Removing an item without a line succeeds', (shop) => {
    const { removeLine } = shop;
    shop.removeLine = (cart, itemId) => removeLine(cart, itemId) || true;
  }),
  row('Lines have a field that changes from call to call', (shop) => {
    let calls = 0;
    const { showLine } = shop;
    shop.showLine = (product, quantity) => ({
      ...(showLine(product, quantity) as Fields),
      image: `/mug.jpg?signature=${++calls}`,
    });
  }),
  row('The newest line comes first', (shop) => {
    const { showCart } = shop;
    shop.showCart = (cart) => (showCart(cart) as unknown[]).reverse();
  }),

  // Other origins
  row('The origin of the store may call it', allowing(STORE), undefined, ['--origin', STORE]),
  row('Any origin may call it', allowing('*'), undefined, ['--origin', STORE]),
];
