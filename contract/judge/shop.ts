import type { Account, Accounts } from './accounts.ts';
import type { Catalogue, Item } from './catalogue.ts';
import { type Exchange, isOwnRefusal, isRefusal, isSuccess, reasonOf, type Sent } from './exchange.ts';
import { expectAccepted, expectAnswered, expectThat, explainDisguise } from './expect.ts';
import { type Details, Failure, NEEDS, Skip } from './failure.ts';
import { type Filter, findDifference } from './filters.ts';

export type Line = { item: { _id: string; name: string; price: number }; quantity: number };
/** What every shopper needs. Above it, any refusal with 4xx is a limit of the backend's own, whatever it says. */
const ORDINARY = { lines: 2, pieces: 2 };

/** What it means if a shopper sees the cart of another account in ordinary use. */
export const LEAK = { level: 'breaks', isLeak: true } as const;
/** What it means if a cart that was right is wrong after a removal by another shopper. */
export const FOREIGN_REMOVAL = {
  ...LEAK,
  cause: "A removal by one shopper changes another shopper's cart.",
} as const;

/** Item id → quantity. Removed items stay, with quantity 0. */
type Cart = Map<string, number>;
type ItemId = Pick<Item, '_id'>;

/** The ids of the items in a cart, or none if the response is no cart. */
export const itemIdsIn = ({ body }: Exchange): unknown[] =>
  Array.isArray(body) ? body.map((line) => Object(Object(line).item)._id) : [];

/** Gives a journey the backend's calls, its items, and shoppers who sign up. */
export class Shop {
  /** Removals that undo what was added, by token and item. */
  private undo = new Map<string, Sent>();
  private usedAccounts = 0;

  constructor(
    readonly accounts: Accounts,
    readonly catalogue: Catalogue,
  ) {}

  /** An item to put into carts. If a backend may confuse two of its items, these are `item` and `other`. */
  get item(): Item {
    return this.catalogue.items[0] as Item;
  }

  get other(): Item {
    this.catalogue.requireTwo('_id');
    return this.catalogue.items[1] as Item;
  }

  newEmail = () => this.accounts.newEmail();
  newAccount = (fields?: Partial<Account>) => this.accounts.newAccount(fields);

  call = async (id: string, sent: Sent = {}): Promise<Exchange> => {
    if (id === 'signup' && !this.accounts.isOpen) throw new Skip(NEEDS.signup, false);
    const exchange = await this.accounts.client.call(id, sent);
    const { itemId } = (sent.body ?? {}) as { itemId?: unknown };
    if (isSuccess(exchange) && sent.token && typeof itemId === 'string') {
      const key = `${sent.token} ${itemId}`;
      if (id === 'addToCart') this.undo.set(key, { token: sent.token, body: { itemId } });
      if (id === 'removeFromCart') this.undo.delete(key);
    }
    return exchange;
  };

  signup = async (fields: Partial<Account> = {}): Promise<Shopper> => {
    const { client, isOpen, signups } = this.accounts;
    const account = this.newAccount(fields);
    if (isOpen) {
      const exchange = await this.call('signup', { body: account });
      // Many signups succeeded. If one with usual data still does, the data is the reason for the refusal.
      if (isRefusal(exchange) && signups > 10) {
        if (!Object.keys(fields).length)
          throw new Skip(`POST /auth/signup → ${exchange.status} ${reasonOf(exchange)}: use --account`, true);
        await this.signup();
      }
      return new Shopper(this, exchange, account);
    }
    if (Object.keys(fields).length) throw new Skip(NEEDS.signup, false);
    const known = client.conditions.accounts?.[this.usedAccounts++];
    if (!known) throw new Skip(NEEDS.account, false);
    const shopper = await this.login({ ...account, ...known });
    await shopper.emptyCart();
    return shopper;
  };

  /** A login that the backend may refuse. */
  tryToLogIn = ({ email, password }: Pick<Account, 'email' | 'password'>) =>
    this.call('login', { body: { email, password } });

  login = async (account: Account, expected?: Cart): Promise<Shopper> => {
    const exchange = await this.tryToLogIn(account);
    // Journeys share these accounts, so that they have more sessions than in ordinary use.
    if (this.accounts.client.conditions.accounts && isOwnRefusal(exchange))
      throw new Skip(`POST /auth/login → ${exchange.status} ${reasonOf(exchange)}`, true);
    return new Shopper(this, exchange, account, expected);
  };

  /** Another device of a shopper: it has a token of its own and shows the same cart. */
  device = (shopper: Shopper) => this.login(shopper.account, shopper.expected);

  /** Loads the list with a filter. It must contain exactly the items that match. */
  expectItems = async (filter: Filter, headers?: Sent['headers']): Promise<void> => {
    const exchange = await this.call('getItems', { query: filter, headers });
    expectAccepted(exchange);
    const difference = findDifference(exchange.body as Item[], this.catalogue.items, filter);
    if (!difference) return;
    // One of several filters may be wrong alone.
    const filters = Object.entries(filter);
    if (filters.length > 1)
      for (const [name, value] of filters) await this.expectItems({ [name]: value }, headers);
    throw new Failure(exchange, difference);
  };

  /** Whether somebody in this journey has the item in a cart. */
  hasAdded = ({ _id }: ItemId) => [...this.undo.keys()].some((key) => key.endsWith(` ${_id}`));

  /** Empties the carts that the journey has filled. */
  tidy = async () => {
    for (const sent of [...this.undo.values()]) await this.call('removeFromCart', sent);
  };
}

/** Somebody with a token. All devices of a shopper share `expected`, the expected cart. */
export class Shopper {
  readonly token: string;

  constructor(
    private shop: Shop,
    /** The signup or login that returned the token. It must have succeeded. */
    readonly session: Exchange,
    readonly account: Account,
    readonly expected: Cart = new Map(),
  ) {
    expectAccepted(session);
    this.token = (session.body as { token: string }).token;
  }

  /** The last response with the cart that a browser would have kept. */
  private cached: Exchange | undefined;
  private lastChange: Exchange | undefined;

  private change = async (id: string, body: object): Promise<Exchange> => {
    this.lastChange = await this.shop.call(id, { token: this.token, body });
    return this.lastChange;
  };

  private count(itemId: string, quantity: number) {
    this.expected.set(itemId, (this.expected.get(itemId) ?? 0) + quantity);
  }

  /** Adds an item. Above ordinary use, the backend may refuse. */
  async add({ _id }: ItemId, quantity?: number) {
    const lines = [...this.expected].filter(([id, count]) => count && id !== _id).length + 1;
    const pieces = (this.expected.get(_id) ?? 0) + (quantity ?? 1);
    const exchange = await this.change('addToCart', { itemId: _id, quantity });
    const isRefused = isRefusal(exchange);
    if (isRefused && (lines > ORDINARY.lines || pieces > ORDINARY.pieces)) return;
    expectAccepted(exchange, isRefused ? { refusedItem: _id } : {});
    this.count(_id, quantity ?? 1);
  }

  /** An addition that the backend may refuse. */
  async tryToAdd(body: { itemId: string; quantity: unknown }): Promise<Exchange> {
    const exchange = await this.change('addToCart', body);
    expectAnswered(exchange);
    if (isSuccess(exchange)) this.count(body.itemId, Number(body.quantity));
    return exchange;
  }

  /** Removing an item without a line may be refused. */
  async remove({ _id }: ItemId) {
    const exchange = await this.change('removeFromCart', { itemId: _id });
    if (this.expected.get(_id)) expectAccepted(exchange);
    else expectAnswered(exchange);
    this.expected.set(_id, 0);
  }

  /** Opens the cart as a browser does that has the last response: the server may respond that it has not changed. */
  async openCart(): Promise<Exchange> {
    const { token, cached } = this;
    const exchange = await this.shop.call('getCart', { token, headers: cached && revalidate(cached) });
    if (exchange.status !== 304) this.cached = exchange;
    else if (cached) Object.assign(exchange, { body: cached.body, responseError: cached.responseError });
    expectAccepted(exchange);
    return exchange;
  }

  /** After a request with a wrong quantity. */
  async expectNoWrongQuantity() {
    const cart = await this.shop.call('getCart', { token: this.token });
    const quantities =
      isSuccess(cart) && Array.isArray(cart.body) ? cart.body.map((line) => Object(line).quantity) : [];
    // Infinity is null in JSON.
    const isWrong = quantities.some(
      (quantity) => typeof quantity === 'string' || (quantity !== null && quantity < 1),
    );
    expectThat(cart, !isWrong, { expected: 'No wrong quantity in the cart.', level: 'unsafe' });
  }

  /** Removes what is in the cart now, right or wrong. */
  async emptyCart() {
    const lines = (await this.openCart()).body as Line[];
    for (const _id of this.expected.keys()) this.expected.set(_id, 0);
    // A line that the cart shows can be removed.
    for (const { item, quantity } of lines) this.expected.set(item._id, quantity);
    for (const { item } of lines) await this.remove(item);
  }

  /** Loads the cart and compares it with `expected`. Names and prices must be those of the list. */
  async expectCart(details: Details = {}) {
    const exchange = await this.openCart();
    const lines = exchange.body as Line[];
    // First: a wrong price is plainer than two lines of one item.
    for (const { item } of lines) this.expectListed(exchange, item);
    const kind = compareCarts(lines, this.expected);
    if (kind) {
      const expected = describeCart(this.expected);
      const reason = this.explainForeign(lines) ?? (await this.explainStale(exchange));
      throw new Failure(exchange, { expected, kind, ...reason, ...details });
    }
  }

  /** Why the cart is as before the last change, if it is. */
  private async explainStale(exchange: Exchange): Promise<Details | undefined> {
    if (exchange.status !== 304) return this.lastChange && explainDisguise(this.lastChange);
    this.cached = undefined;
    const { body } = await this.openCart();
    return compareCarts(body as Line[], this.expected) ? undefined : { cause: NOT_CHANGED };
  }

  /** Lines that another shopper added, and this one never did. */
  private explainForeign(lines: Line[]): Details | undefined {
    const own = [...this.expected.keys()].map((id) => id.toLowerCase());
    // A backend that confuses ids in another case shows her own line.
    const isForeign = ({ item }: Line) => !own.includes(item._id.toLowerCase()) && this.shop.hasAdded(item);
    return lines.some(isForeign) ? LEAK : undefined;
  }

  private expectListed(exchange: Exchange, item: Line['item']) {
    const listed = this.shop.catalogue.items.find(({ _id }) => _id === item._id);
    const isSame = !listed || (item.name === listed.name && item.price === listed.price);
    expectThat(exchange, isSame, {
      expected: `Item ${item._id} as in the list: "${listed?.name}", price ${listed?.price}.`,
      got: `Item ${item._id}: "${item.name}", price ${item.price}.`,
      kind: 'differs from the list',
    });
  }
}

const NOT_CHANGED =
  'GET /cart returns 304 after a change, so that a browser shows the old cart: send no-store, or an ETag of the whole cart.';

/** What a browser sends to ask whether a response that it may keep is still right. */
function revalidate({ headers }: Exchange): Record<string, string> {
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) return {};
  const [tag, date] = [headers.get('etag'), headers.get('last-modified')];
  return { ...(tag && { 'if-none-match': tag }), ...(date && { 'if-modified-since': date }) };
}

/** How the lines differ from the expected cart; undefined if they do not. */
function compareCarts(lines: Line[], expected: Cart): string | undefined {
  const found = new Map(lines.map(({ item, quantity }) => [item._id, quantity]));
  const differs = (isDifferent: (is: number, should: number) => boolean) =>
    [...expected].some(([id, should]) => isDifferent(found.get(id) ?? 0, should));
  if (lines.length > found.size) return 'two lines of one item';
  if ([...found.keys()].some((id) => !expected.has(id))) return 'items that the shopper never added';
  if (differs((is, should) => should > 0 && is > should)) return 'quantity too high';
  if (differs((is, should) => should === 0 && is > 0)) return 'removed lines';
  if (differs((is, should) => is === 0 && should > 0)) return 'missing lines';
  return differs((is, should) => is < should) ? 'quantity too low' : undefined;
}

function describeCart(expected: Cart): string {
  const lines = [...expected].filter(([, quantity]) => quantity);
  if (!lines.length) return 'An empty list.';
  const texts = lines.map(([id, quantity]) => `item ${id} with quantity ${quantity}`);
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`}: ${texts.join(', ')}.`;
}
