import { createHash, randomUUID } from 'node:crypto';
import type { Account } from '../judge/accounts.ts';
import { nameOf } from '../judge/exchange.ts';
import * as files from '../judge/files.ts';
import { itemFilters } from '../judge/filters.ts';
import { matchesFilters } from '../openapi/filterRules.ts';
import { findOperation, type Operation } from '../openapi/readContract.ts';

// A correct backend, written from openapi.yaml alone. Each decision is a field of its own, so that a row of the
// self-test can replace one and break the backend, or give it a habit, in a few lines.

export type Fields = Record<string, unknown>;
export type Product = { _id: string; name: string; description: string; category: string; price: number };
/** The cart maps item ids to quantities. */
export type User = { name: string; email: string; digest: string; cart: Map<string, number> };
/** Without a value, a filter is not set. */
export type Filter = {
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  category?: string | undefined;
};

export type IncomingCall = {
  /** The operation as openapi.yaml names it, such as `POST /cart/add` or `GET /items/{id}`, or else the method and path. */
  route: string;
  operation: Operation | undefined;
  /** The values of parameters in the path. */
  path: Record<string, string>;
  query: Record<string, string>;
  /** The query as it came. */
  search: string;
  headers: Record<string, string | string[] | undefined>;
  token: string | undefined;
  /** The parsed JSON body; undefined when there is none or it is not JSON. */
  body: unknown;
  fields: Fields;
};
/** A status of 0 destroys the connection. A string body is sent as it is. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };
type Answer = Reply | Promise<Reply>;
type CartCall = (call: IncomingCall, user: User) => Answer;
/** What a hook returns; undefined changes nothing. */
type HookReply = Reply | undefined | Promise<Reply | undefined>;

export const PRODUCTS: Product[] = [
  { _id: 'p1', name: 'Green tea', description: 'A hundred grams.', category: 'Drinks', price: 4.5 },
  { _id: 'p2', name: 'Black tea', description: 'A hundred grams.', category: 'Drinks', price: 3.75 },
  { _id: 'p3', name: 'Coffee "Dawn"', description: 'Half a kilo.', category: 'Drinks', price: 12.9 },
  { _id: 'p4', name: 'Teapot', description: 'Glass, one litre.', category: 'Dishes', price: 24 },
  { _id: 'p5', name: 'Cup', description: 'Holds 250 ml.', category: 'Dishes', price: 8.2 },
  { _id: 'p6', name: 'Saucer', description: 'Fits the cup.', category: 'Dishes', price: 4 },
  { _id: 'p7', name: 'Tea catalogue', description: 'All our teas.', category: 'Paper goods', price: 0 },
];

export const refuse = (status: number, reason?: string): Reply => ({
  status,
  body: reason ? { reason } : undefined,
});
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Shoppers who have accounts already, for checks without signup. Test accounts often share a password. */
export const TEAM = ['one', 'two', 'three'].map((name) => ({
  email: `${name}@team.example`,
  password: 'SECRET-OF-THE-TEAM-24',
}));

export class GoodBackend {
  operations = files.operations;
  products = PRODUCTS;
  users = new Map<string, User>();
  sessions = new Map<string, User>();

  addTeam() {
    for (const { email, password } of TEAM) this.addUser({ name: 'Team', email, password });
  }

  // Accounts
  emailKey = (email: string) => email.toLowerCase();
  isEmail = (email: string) => /^[^@\s]+@[^@\s]+$/.test(email);
  findUser = (email: string): User | undefined => this.users.get(this.emailKey(email));
  addUser = ({ name, email, password }: Account): User => {
    const user = { name, email, digest: this.digest(password), cart: new Map() };
    this.users.set(this.emailKey(email), user);
    return user;
  };
  /** Quick, because the self-test logs in many thousand times. */
  digest = (password: string) => createHash('sha256').update(password).digest('hex');
  isPassword = (user: User, password: string) => user.digest === this.digest(password);
  newToken = (_user: User, _fields: Fields): string => randomUUID();
  findSession = (token: string): User | undefined => this.sessions.get(token);
  showToken = (token: string, _user: User, _fields: Fields): unknown => ({ token });

  // Catalogue
  findProduct = (itemId: string) => this.products.find(({ _id }) => _id === itemId);
  isPriceMin = (price: number, bound: number) => price >= bound;
  isPriceMax = (price: number, bound: number) => price <= bound;
  isCategory = (own: string, category: string) => own.toLowerCase() === category.toLowerCase();
  fits = (product: Product, { priceMin, priceMax, category }: Filter) =>
    (priceMin === undefined || this.isPriceMin(product.price, priceMin)) &&
    (priceMax === undefined || this.isPriceMax(product.price, priceMax)) &&
    (category === undefined || this.isCategory(product.category, category));
  showItem = (product: Product): unknown => product;
  showItems = (products: Product[]): unknown => products.map((product) => this.showItem(product));

  // Cart
  isQuantity = (quantity: unknown): quantity is number =>
    Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= 9999;
  addLine = (cart: User['cart'], itemId: string, quantity: number): unknown =>
    cart.set(itemId, (cart.get(itemId) ?? 0) + quantity);
  removeLine = (cart: User['cart'], itemId: string): boolean | Promise<boolean> => cart.delete(itemId);
  showLine = ({ _id, name, price }: Product, quantity: number): unknown => ({
    item: { _id, name, price },
    quantity,
  });
  showCart = (cart: User['cart']): unknown =>
    [...cart].flatMap(([itemId, quantity]) => {
      const product = this.findProduct(itemId);
      return product ? [this.showLine(product, quantity)] : [];
    });

  // Calls
  openSession = (status: number, user: User, fields: Fields): Reply => {
    const token = this.newToken(user, fields);
    this.sessions.set(token, user);
    return { status, body: this.showToken(token, user, fields) };
  };
  signup = ({ fields }: IncomingCall): Answer => {
    const { name, email, password } = fields;
    if (!isText(name) || !isText(email) || !this.isEmail(email) || !isText(password))
      return refuse(400, 'name, email and password are required');
    if (this.findUser(email)) return refuse(409, 'this email has an account');
    return this.openSession(201, this.addUser({ name, email, password }), fields);
  };
  login = ({ fields }: IncomingCall): Answer => {
    const { email, password } = fields;
    if (!isText(email) || !isText(password)) return refuse(400, 'email and password are required');
    const user = this.findUser(email);
    if (!user || !this.isPassword(user, password)) return refuse(401, 'wrong email or password');
    return this.openSession(200, user, fields);
  };
  items = ({ operation, query }: IncomingCall): Answer => {
    // `checkRequest` also converts the prices to numbers, in place.
    if (operation?.checkRequest(query, undefined)) return refuse(400, 'prices are numbers');
    const { priceMin, priceMax, category, ...others } = query as Filter & Fields;
    // No row of the self-test changes the other filters.
    const products = this.products.filter(
      (product) =>
        this.fits(product, { priceMin, priceMax, category }) && matchesFilters(product, others, itemFilters),
    );
    return { status: 200, body: this.showItems(products) };
  };
  cart: CartCall = (_call, user) => ({ status: 200, body: this.showCart(user.cart) });
  add: CartCall = async ({ fields: { itemId, quantity = 1 } }, { cart }) => {
    if (!isText(itemId) || !this.isQuantity(quantity)) return refuse(400, 'itemId and quantity');
    if (!this.findProduct(itemId)) return refuse(404, 'no such item');
    await this.addLine(cart, itemId, quantity);
    return { status: 204 };
  };
  remove: CartCall = async ({ fields: { itemId } }, { cart }) => {
    if (!isText(itemId)) return refuse(400, 'itemId');
    return (await this.removeLine(cart, itemId)) ? { status: 204 } : refuse(404, 'not in the cart');
  };

  answer = async (call: IncomingCall): Promise<Reply> => {
    if (call.route === 'POST /auth/signup') return this.signup(call);
    if (call.route === 'POST /auth/login') return this.login(call);
    if (call.route === 'GET /items') return this.items(call);
    const { operation } = call;
    if (!operation) return refuse(404, 'no such call');
    const user = this.findSession(call.token ?? '');
    if (operation.isSecured && !user) return refuse(401, 'log in first');
    if (user && call.route === 'GET /cart') return this.cart(call, user);
    if (user && call.route === 'POST /cart/add') return this.add(call, user);
    if (user && call.route === 'POST /cart/remove') return this.remove(call, user);
    // Any other call only has to fit openapi.yaml, and returns nothing.
    return operation.checkRequest(call.query, call.body) ? refuse(400, 'malformed') : { status: 204 };
  };

  /** The operation of a call below the base path, and its name. */
  findRoute(method: string, path: string) {
    const operation = findOperation(this.operations, method, path);
    const route = operation ? nameOf(operation) : `${method} ${path}`;
    return { operation, route, path: operation?.pathValues(path) ?? {} };
  }

  /** Edits each call of a route before the shop sees it. */
  edit(route: string, change: (call: IncomingCall) => unknown) {
    this.before(route, async (call) => void (await change(call)));
  }

  /** Runs `change` first for each call of a route. A reply of its own ends the call. */
  before(route: string, change: (call: IncomingCall) => HookReply) {
    const { answer } = this;
    this.answer = async (call) => (route === call.route && (await change(call))) || answer(call);
  }

  /** Runs `change` for each successful reply of a route. It may return another reply. */
  onSuccess(route: string, change: (reply: Reply, call: IncomingCall) => HookReply) {
    this.onReply((reply, call) =>
      call.route === route && reply.status < 300 ? change(reply, call) : undefined,
    );
  }

  /** Runs `change` for each reply. It may return another reply. */
  onReply(change: (reply: Reply, call: IncomingCall) => HookReply) {
    const { answer } = this;
    this.answer = async (call) => {
      const reply = await answer(call);
      return (await change(reply, call)) || reply;
    };
  }
}
