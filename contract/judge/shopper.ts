import type { Account } from './accounts.ts';
import type { Backend, Item } from './catalogue.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { expectAccepted, expectAnswered, expectThat, isDisguisedRefusal, reasonOf } from './expect.ts';
import { OutOfStock } from './failure.ts';

export type Line = { item: { _id: string; name: string; price: number }; quantity: number };
/** Item id → quantity. It is 0 for what was removed. */
type Cart = Map<string, number>;

/** Somebody with a token. Devices of a shopper share `wanted`, what the cart should be. */
export class Shopper {
  constructor(
    private shop: Backend,
    readonly token: string,
    readonly account: Account,
    readonly wanted: Cart = new Map(),
  ) {}

  async add({ _id }: Pick<Item, '_id'>, quantity?: number) {
    const body = { itemId: _id, quantity };
    const exchange = await this.shop.call('addToCart', { token: this.token, body });
    const isFirstPiece = !this.wanted.get(_id) && (quantity ?? 1) === 1;
    const reason = reasonOf(exchange);
    if (OutOfStock.isPossible(exchange, reason)) throw new OutOfStock(exchange, _id, reason, isFirstPiece);
    expectAccepted(exchange);
    this.wanted.set(_id, (this.wanted.get(_id) ?? 0) + (quantity ?? 1));
  }

  /** An addition that the backend may refuse. */
  async tryToAdd(body: { itemId: string; quantity: unknown }): Promise<Exchange> {
    const exchange = await this.shop.call('addToCart', { token: this.token, body });
    if (!exchange.status) expectAnswered(exchange);
    const { itemId, quantity } = body;
    const isAdded = isSuccess(exchange) && !isDisguisedRefusal(exchange);
    if (isAdded) this.wanted.set(itemId, (this.wanted.get(itemId) ?? 0) + Number(quantity));
    return exchange;
  }

  /** Removing an item without a line may be refused. */
  async remove({ _id }: Pick<Item, '_id'>) {
    const exchange = await this.shop.call('removeFromCart', { token: this.token, body: { itemId: _id } });
    if (this.wanted.get(_id)) expectAccepted(exchange);
    else expectAnswered(exchange);
    this.wanted.set(_id, 0);
  }

  async openCart(): Promise<Exchange> {
    const exchange = await this.shop.call('getCart', { token: this.token });
    expectAccepted(exchange);
    return exchange;
  }

  /** Takes the cart as it is: how it came about is not the question. */
  async acceptCart() {
    const lines = (await this.openCart()).body as Line[];
    this.wanted.clear();
    for (const { item, quantity } of lines) this.wanted.set(item._id, quantity);
  }

  async emptyCart() {
    await this.acceptCart();
    for (const _id of [...this.wanted.keys()]) await this.remove({ _id });
    this.wanted.clear();
  }

  /** Loads the cart, which must be what was added and removed, with the names and prices of the list. */
  async expectCart(details: { cause?: string; evidence?: string } = {}) {
    await this.shop.catalogue.expectStable(async () => {
      const exchange = await this.openCart();
      const lines = exchange.body as Line[];
      const shape = compareCarts(lines, this.wanted);
      expectThat(exchange, !shape, { expected: describeCart(this.wanted), shape, ...details });
      for (const { item } of lines) this.expectListed(exchange, item);
    });
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
function compareCarts(lines: Line[], wanted: Cart): string | undefined {
  const found = new Map(lines.map(({ item, quantity }) => [item._id, quantity]));
  const ids = [...found.keys(), ...wanted.keys()];
  const differs = (isDifferent: (found: number, wanted: number | undefined) => boolean) =>
    ids.some((id) => isDifferent(found.get(id) ?? 0, wanted.get(id)));
  if (lines.length > found.size) return 'two lines of one item';
  if (differs((is, should) => is > (should ?? 0) && should !== 0)) return 'pieces that nobody added';
  if (differs((is, should) => is > 0 && should === 0)) return 'removed lines';
  if (differs((is, should = 0) => is === 0 && should > 0)) return 'missing lines';
  return differs((is, should = 0) => is < should) ? 'quantity too low' : undefined;
}

function describeCart(wanted: Cart): string {
  const lines = [...wanted].filter(([, quantity]) => quantity);
  if (!lines.length) return 'An empty list.';
  const texts = lines.map(([id, quantity]) => `item ${id} with quantity ${quantity}`);
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`}: ${texts.join(', ')}.`;
}
