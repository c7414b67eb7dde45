import type { generatedApi } from '../src/store/api.generated';
import { type Db, hasPassword, makeUser } from './db';

type Endpoints = typeof generatedApi.endpoints;
export type OperationId = keyof Endpoints;

/** Argument and result of an endpoint of the generated client. */
type ArgOf<Id extends OperationId> = Parameters<Endpoints[Id]['initiate']>[0];
type ResultOf<Id extends OperationId> = Endpoints[Id]['Types']['ResultType'];

export type Context = {
  db: Db;
  /** The holder of the call's token; '' without one. */
  userId: string;
};

/** One function per operation of `openapi.yaml`; one that is missing or typed otherwise does not compile. */
type Operations = {
  [Id in OperationId]: (arg: ArgOf<Id>, context: Context) => ResultOf<Id> | Promise<ResultOf<Id>>;
};

/** The backend says no. Thrown by an operation, answered with `status`. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MOST_PIECES = 1_000_000;

export const operations: Operations = {
  async signup({ name, email, password }, { db }) {
    const user = await makeUser(name, email, password);
    if (db.findUser(email)) throw new Refusal(409, 'An account with this email exists.');
    db.addUser(user);
    return { token: db.issueToken(user.id) };
  },

  async login({ email, password }, { db }) {
    const user = db.findUser(email);
    if (!user || !(await hasPassword(user, password))) throw new Refusal(401, 'Email or password is wrong.');
    return { token: db.issueToken(user.id) };
  },

  getItems({ priceMin = -Infinity, priceMax = Infinity, category }, { db }) {
    return db.items.filter(
      (item) =>
        item.price >= priceMin &&
        item.price <= priceMax &&
        (!category || item.category.toLowerCase() === category.toLowerCase()),
    );
  },

  getCart(_arg, { db, userId }) {
    return db.cartOf(userId).flatMap(({ itemId, quantity }) => {
      const item = db.items.find(({ _id }) => _id === itemId);
      return item ? [{ item: { _id: item._id, name: item.name, price: item.price }, quantity }] : [];
    });
  },

  addToCart({ itemId, quantity = 1 }, { db, userId }) {
    if (!db.items.some(({ _id }) => _id === itemId)) throw new Refusal(404, 'There is no such item.');
    db.changeCart(userId, (cart) => {
      const line = cart.find((it) => it.itemId === itemId) ?? { itemId, quantity: 0 };
      const more = { itemId, quantity: line.quantity + quantity };
      if (more.quantity > MOST_PIECES) throw new Refusal(422, `A line has at most ${MOST_PIECES} pieces.`);
      return cart.includes(line) ? cart.map((it) => (it === line ? more : it)) : [...cart, more];
    });
    return { ok: true };
  },

  removeFromCart({ itemId }, { db, userId }) {
    db.changeCart(userId, (cart) => cart.filter((line) => line.itemId !== itemId));
    return { ok: true };
  },
};
