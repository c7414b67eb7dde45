import type { Account, Accounts } from './accounts.ts';
import type { Catalogue, Item } from './catalogue.ts';
import { type Exchange, isSuccess, type Sent } from './exchange.ts';
import { expectAccepted, expectAnswered, expectNotDisguised, expectThat, tryEach } from './expect.ts';
import { type Details, Failure, mayBeLimit, NEEDS_SIGNUP, RefusedAddition, Skip } from './failure.ts';
import { type Filter, findDifference } from './filters.ts';

export type Line = { item: { _id: string; name: string; price: number }; quantity: number };
/** What it means if a shopper sees the cart of another account, in whichever journey. */
export const LEAK = { level: 'unsafe', evidence: 'a cart leaks between accounts' } as const;
/** What it means if a cart that was right is wrong after a removal by another shopper. */
export const FOREIGN_REMOVAL = {
  ...LEAK,
  cause: "A removal by one shopper changes another shopper's cart.",
} as const;

/** Item id → quantity. Removed items stay, with quantity 0. */
type Cart = Map<string, number>;
type ItemId = Pick<Item, '_id'>;

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
    if (id === 'signup') this.accounts.requireSignup();
    const exchange = await this.accounts.client.call(id, sent);
    const { itemId } = (sent.body ?? {}) as { itemId?: unknown };
    if (isSuccess(exchange) && sent.token && typeof itemId === 'string') {
      const key = `${sent.token} ${itemId}`;
      if (id === 'addToCart') this.undo.set(key, { token: sent.token, body: { itemId } });
      if (id === 'removeFromCart') this.undo.delete(key);
    }
    return exchange;
  };

  /** Signs up a new shopper. The backend may refuse unusual `fields` if it explains its limit. */
  signup = async (fields: Partial<Account> = {}): Promise<Shopper> => {
    const { entry, isOpen } = this.accounts;
    const account = this.newAccount(fields);
    if (isOpen) {
      const exchange = await this.accounts.signup(account, fields);
      return new Shopper(this, this.accounts.tokenOf(exchange), account);
    }
    if (entry.command) return new Shopper(this, await this.accounts.runCommand(account), account);
    const known = entry.accounts?.[this.usedAccounts++];
    if (!known || Object.keys(fields).length) throw new Skip(NEEDS_SIGNUP, false);
    const shopper = await this.login({ ...account, ...known });
    await shopper.emptyCart();
    return shopper;
  };

  /** A login that the backend may refuse. */
  tryToLogIn = ({ email, password }: Pick<Account, 'email' | 'password'>) =>
    this.call('login', { body: { email, password } });

  login = async (account: Account, expected?: Cart): Promise<Shopper> => {
    const exchange = await this.tryToLogIn(account);
    return new Shopper(this, this.accounts.tokenOf(exchange), account, expected);
  };

  /** A shopper who has logged in again. */
  opened = (login: Exchange, { account, expected }: Shopper) =>
    new Shopper(this, this.accounts.tokenOf(login), account, expected);

  /** Another device of a shopper: it has a token of its own and shows the same cart. */
  device = (shopper: Shopper) => this.login(shopper.account, shopper.expected);

  /** Loads the list with a filter. It must contain exactly the items that match. */
  expectItems = (filter: Filter) => this.catalogue.expectStable(() => this.checkItems(filter));

  private async checkItems(filter: Filter) {
    const exchange = await this.call('getItems', { query: filter });
    expectAccepted(exchange);
    const difference = findDifference(exchange.body as Item[], this.catalogue.items, filter);
    if (!difference) return;
    // One of several filters may be wrong alone.
    const filters = Object.entries(filter);
    if (filters.length > 1) for (const [name, value] of filters) await this.checkItems({ [name]: value });
    throw new Failure(exchange, difference);
  }

  /** Whether somebody in this journey has the item in a cart. */
  hasAdded = ({ _id }: ItemId) => [...this.undo.keys()].some((key) => key.endsWith(` ${_id}`));

  /** Empties the carts that the journey has filled. */
  tidy = () =>
    tryEach([...this.undo.values()], async (sent) => expectAnswered(await this.call('removeFromCart', sent)));
}

/** Somebody with a token. All devices of a shopper share `expected`, the expected cart. */
export class Shopper {
  constructor(
    private shop: Shop,
    readonly token: string,
    readonly account: Account,
    readonly expected: Cart = new Map(),
  ) {}

  private call = (id: string, body?: object) => this.shop.call(id, { token: this.token, body });

  private count(itemId: string, quantity: number) {
    this.expected.set(itemId, (this.expected.get(itemId) ?? 0) + quantity);
  }

  async add({ _id }: ItemId, quantity?: number) {
    const exchange = await this.call('addToCart', { itemId: _id, quantity });
    const isFirstPiece = !this.expected.get(_id) && (quantity ?? 1) === 1;
    if (mayBeLimit(exchange)) throw new RefusedAddition(exchange, _id, isFirstPiece);
    expectAccepted(exchange);
    expectNotDisguised(exchange);
    this.count(_id, quantity ?? 1);
  }

  /** An addition that the backend may refuse. */
  async tryToAdd(body: { itemId: string; quantity: unknown }): Promise<Exchange> {
    const exchange = await this.call('addToCart', body);
    expectAnswered(exchange, exchange.status ? 'strict' : undefined);
    expectNotDisguised(exchange);
    if (isSuccess(exchange)) this.count(body.itemId, Number(body.quantity));
    return exchange;
  }

  /** Removing an item without a line may be refused. */
  async remove({ _id }: ItemId) {
    const exchange = await this.call('removeFromCart', { itemId: _id });
    if (this.expected.get(_id)) expectAccepted(exchange);
    else expectAnswered(exchange);
    this.expected.set(_id, 0);
  }

  async openCart(): Promise<Exchange> {
    const exchange = await this.call('getCart');
    expectAccepted(exchange);
    return exchange;
  }

  /** Expects the cart to stay as it is now, right or wrong. */
  async acceptCart() {
    const lines = (await this.openCart()).body as Line[];
    for (const _id of this.expected.keys()) this.expected.set(_id, 0);
    for (const { item, quantity } of lines) this.expected.set(item._id, quantity);
  }

  async emptyCart() {
    await this.acceptCart();
    for (const [_id, quantity] of [...this.expected]) if (quantity) await this.remove({ _id });
  }

  /** Loads the cart and compares it with `expected`. Names and prices must be those of the list. */
  async expectCart(proof: Partial<Details> = {}) {
    await this.shop.catalogue.expectStable(async () => {
      const exchange = await this.openCart();
      const lines = exchange.body as Line[];
      const shape = compareCarts(lines, this.expected);
      const details = { expected: describeCart(this.expected), shape, ...this.judgeLeak(lines), ...proof };
      const lateness = shape && (await this.shop.accounts.probes.probeCart(() => this.isCartRight()));
      expectThat(exchange, !shape, { ...details, ...(lateness && { level: 'breaks', ...lateness }) });
      for (const { item } of lines) this.expectListed(exchange, item);
    });
  }

  private async isCartRight(): Promise<boolean> {
    const { body } = await this.openCart();
    return !compareCarts(body as Line[], this.expected);
  }

  /** Lines that this shopper never added. They come from another account if the journey added them there. */
  private judgeLeak(lines: Line[]): Partial<Details> {
    const foreign = lines.filter(({ item }) => !this.expected.has(item._id));
    const isProven = foreign.some(({ item }) => this.shop.hasAdded(item));
    const cause = 'A cart leaks between accounts: a shopper sees lines that another shopper added.';
    return foreign.length ? { ...LEAK, cause: isProven ? cause : undefined } : {};
  }

  private expectListed(exchange: Exchange, item: Line['item']) {
    const listed = this.shop.catalogue.items.find(({ _id }) => _id === item._id);
    const isSame = !listed || (item.name === listed.name && item.price === listed.price);
    expectThat(exchange, isSame, {
      expected: `Item ${item._id} as in the list: "${listed?.name}", price ${listed?.price}.`,
      got: `Item ${item._id}: "${item.name}", price ${item.price}.`,
      shape: 'differs from the list',
    });
  }
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
