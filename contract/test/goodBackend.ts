import { randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';

// A backend as an API team would write it: from openapi.yaml alone, sharing no code with the store or its mock.

export type Call = {
  method: string;
  /** Below the API's address, such as /cart/add. */
  path: string;
  query: Record<string, string>;
  /** The query as it came. */
  search?: string;
  /** The same for all calls over one connection. */
  connection?: object;
  /** The bearer token, if the call has one. */
  token?: string | undefined;
  /** The parsed JSON body; undefined when there is none or it is not JSON. */
  body?: unknown;
};
/** A status of 0 breaks the connection off. */
export type Reply = { status: number; body?: unknown; type?: string; headers?: Record<string, string> };
export type Backend = (call: Call) => Reply;
/** One whose answers take a moment, in which other calls come. */
export type SlowBackend = (call: Call) => Reply | Promise<Reply>;

export type Product = { id: number; title: string; text: string; group: string; cents: number };
type Account = { name: string; email: string; salt: string; hash: Buffer; cart: Map<number, number> };

const tea: Product[] = [
  { id: 1, title: 'Green tea', text: 'A hundred grams.', group: 'Drinks', cents: 450 },
  { id: 2, title: 'Black tea', text: 'A hundred grams.', group: 'Drinks', cents: 375 },
  { id: 3, title: 'Coffee "Dawn"', text: 'Half a kilo of beans.', group: 'Drinks', cents: 1290 },
  { id: 4, title: 'Teapot', text: 'Glass, one litre.', group: 'Dishes', cents: 2400 },
  { id: 5, title: 'Cup', text: 'Holds 250 ml.', group: 'Dishes', cents: 899 },
  { id: 6, title: 'Saucer', text: 'Fits the cup.', group: 'Dishes', cents: 400 },
  { id: 7, title: 'Tea catalogue', text: 'All our teas.', group: 'Paper goods', cents: 0 },
];

const refuse = (status: number, reason: string): Reply => ({ status, body: { reason } });
const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
// Quick, because the tests log in ten thousand times.
const hash = (password: string, salt: string) => scryptSync(password, salt, 32, { N: 2, r: 1 });

/** A fresh backend with no accounts. `accounts` is for tests that look at what was left behind. */
export function makeGoodBackend(products = tea): { backend: Backend; accounts: Map<string, Account> } {
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, Account>();

  function openSession(account: Account): Reply {
    const token = randomUUID();
    sessions.set(token, account);
    return { status: 201, body: { token } };
  }

  function signup({ name, email, password }: Record<string, unknown>): Reply {
    if (!text(name) || !text(email) || !email.includes('@') || !text(password))
      return refuse(400, 'name, email and password');
    const key = email.toLowerCase();
    if (accounts.has(key)) return refuse(409, 'this email has an account');
    const salt = randomUUID();
    const account = { name, email, salt, hash: hash(password, salt), cart: new Map() };
    accounts.set(key, account);
    return openSession(account);
  }

  function login({ email, password }: Record<string, unknown>): Reply {
    if (!text(email) || !text(password)) return refuse(400, 'email and password');
    const account = accounts.get(email.toLowerCase());
    if (!account || !timingSafeEqual(account.hash, hash(password, account.salt)))
      return refuse(401, 'wrong email or password');
    return openSession(account);
  }

  function listItems({ priceMin, priceMax, category }: Record<string, string>): Reply {
    const from = priceMin === undefined ? 0 : Number(priceMin);
    const to = priceMax === undefined ? Infinity : Number(priceMax);
    if (Number.isNaN(from) || Number.isNaN(to)) return refuse(400, 'prices are numbers');
    const fitting = products.filter(
      ({ cents, group }) =>
        cents >= Math.round(from * 100) &&
        cents <= Math.round(to * 100) &&
        (category === undefined || group.toLowerCase() === category.toLowerCase()),
    );
    const body = fitting.map(({ id, title, text, group, cents }) => ({
      _id: `p${id}`,
      name: title,
      description: text,
      category: group,
      price: cents / 100,
    }));
    return { status: 200, body };
  }

  const byId = new Map(products.map((product) => [`p${product.id}`, product]));
  const findProduct = (itemId: unknown) => byId.get(`${itemId}`);

  function showCart({ cart }: Account): Reply {
    const body = products
      .filter(({ id }) => cart.has(id))
      .map(({ id, title, cents }) => ({
        item: { _id: `p${id}`, name: title, price: cents / 100 },
        quantity: cart.get(id),
      }));
    return { status: 200, body };
  }

  function add({ cart }: Account, { itemId, quantity = 1 }: Record<string, unknown>): Reply {
    if (!text(itemId) || !Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > 9999)
      return refuse(400, 'itemId and quantity');
    const product = findProduct(itemId);
    if (!product) return refuse(404, 'no such item');
    cart.set(product.id, (cart.get(product.id) ?? 0) + Number(quantity));
    return { status: 204 };
  }

  function remove({ cart }: Account, { itemId }: Record<string, unknown>): Reply {
    if (!text(itemId)) return refuse(400, 'itemId');
    const product = findProduct(itemId);
    return product && cart.delete(product.id) ? { status: 204 } : refuse(404, 'not in the cart');
  }

  const withAccount: Record<string, (account: Account, fields: Record<string, unknown>) => Reply> = {
    'GET /cart': showCart,
    'POST /cart/add': add,
    'POST /cart/remove': remove,
  };

  return {
    accounts,
    backend({ method, path, query, token, body }) {
      const fields = (body ?? {}) as Record<string, unknown>;
      const route = `${method} ${path}`;
      if (route === 'POST /auth/signup') return signup(fields);
      if (route === 'POST /auth/login') return login(fields);
      if (route === 'GET /items') return listItems(query);
      const answer = withAccount[route];
      const account = sessions.get(token ?? '');
      if (!answer) return refuse(404, 'no such call');
      return account ? answer(account, fields) : refuse(401, 'log in first');
    },
  };
}
