import { type FilterRule, matchesFilters } from '../contract/openapi/filterRules';
import type { generatedApi } from '../src/store/api.generated';
import { checkPassword, type Db, makeUser } from './db';
import { HttpError } from './httpError';

type Endpoints = typeof generatedApi.endpoints;
export type OperationId = keyof Endpoints;

type ArgOf<Id extends OperationId> = Parameters<Endpoints[Id]['initiate']>[0];
type ResultOf<Id extends OperationId> = Endpoints[Id]['Types']['ResultType'];

export type OperationContext = {
  db: Db;
  /** The owner of the request's token; '' without a valid token. */
  userId: string;
  /** What the operation's filters compare. */
  filters: FilterRule[];
};

/** One function per operation of `openapi.yaml`, with the argument and the result of the generated client. */
type Operations = {
  [Id in OperationId]: (arg: ArgOf<Id>, context: OperationContext) => ResultOf<Id> | Promise<ResultOf<Id>>;
};

const MAX_QUANTITY = 1_000_000;

export const operations: Operations = {
  async signup({ name, email, password }, { db }) {
    // Hashes the password first. Nothing is awaited after the email check, so no other signup can come between it and `addUser`.
    const user = await makeUser(name, email, password);
    if (db.findUser(email)) throw new HttpError(409, 'An account with this email already exists.');
    db.addUser(user);
    return { token: db.issueToken(user.id) };
  },

  async login({ email, password }, { db }) {
    const user = db.findUser(email);
    if (!user || !(await checkPassword(user, password))) {
      throw new HttpError(401, 'Email or password is wrong.');
    }
    return { token: db.issueToken(user.id) };
  },

  getItems(query, { db, filters }) {
    return db.items.filter((item) => matchesFilters(item, query, filters));
  },

  getCart(_arg, { db, userId }) {
    return db.getCart(userId).flatMap(({ itemId, quantity }) => {
      const item = db.items.find(({ _id }) => _id === itemId);
      return item ? [{ item: { _id: item._id, name: item.name, price: item.price }, quantity }] : [];
    });
  },

  addToCart({ itemId, quantity = 1 }, { db, userId }) {
    if (!db.items.some(({ _id }) => _id === itemId)) throw new HttpError(404, 'There is no such item.');
    const cart = db.getCart(userId);
    const line = cart.find((line) => line.itemId === itemId);
    const newQuantity = (line?.quantity ?? 0) + quantity;
    if (newQuantity > MAX_QUANTITY) throw new HttpError(422, `The maximum quantity is ${MAX_QUANTITY}.`);
    if (line) line.quantity = newQuantity;
    else cart.push({ itemId, quantity });
    db.saveCart(userId, cart);
    return { ok: true };
  },

  removeFromCart({ itemId }, { db, userId }) {
    const cart = db.getCart(userId);
    db.saveCart(
      userId,
      cart.filter((line) => line.itemId !== itemId),
    );
    return { ok: true };
  },
};
