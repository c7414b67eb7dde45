import type { Client } from './client.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { describeResponse } from './expect.ts';
import { type Failure, Skip } from './failure.ts';

export type Item = { _id: string; name: string; category: string; price: number };

const isItem = (row: unknown): row is Item => {
  const { _id, name, category, price } = (row ?? {}) as Record<string, unknown>;
  return [_id, name, category].every((value) => typeof value === 'string') && Number.isFinite(price);
};

export const distinct = <Value>(values: Value[]) => [...new Set(values)];

/** Whether a backend may confuse two items. In PHP, "4100" == "41e2". */
const areSimilar = (one: Item, two: Item) =>
  Number(one._id) === Number(two._id) || two._id.startsWith(one._id);

/** Puts two similar items first, if there are such. */
function similarFirst(items: Item[]): Item[] {
  // Comparing thousands of items takes too long.
  const some = items.slice(0, 500);
  for (const one of some) {
    const two = some.find((other) => other !== one && areSimilar(one, other));
    if (two) return distinct([one, two, ...items]);
  }
  return items;
}

/** In milliseconds. Most caches of a list last for a few seconds. */
export const LIST_PAUSES = Array.from({ length: 6 }, () => 1000);

/** How many times journeys choose their items again. */
const MAX_CHANGES = 20;

/** The backend's list of items, from which journeys choose. */
export class Catalogue {
  private loaded: Item[] = [];
  private refused = new Set<string>();
  private changes = 0;
  /** Why journeys cannot choose items. */
  private unusable: string | undefined;

  constructor(private client: Client) {}

  async load(): Promise<Exchange> {
    const exchange = await this.client.call('getItems');
    const rows = isSuccess(exchange) && Array.isArray(exchange.body) ? exchange.body : [];
    // Journeys put the first items into carts. Those whose addition was refused come last.
    const rank = ({ _id }: Item) => Number(this.refused.has(_id));
    this.loaded = similarFirst(rows.filter(isItem)).sort((one, two) => rank(one) - rank(two));
    const isUsable = this.loaded.length > 0 && distinct(this.ids).length === this.loaded.length;
    this.unusable = isUsable ? undefined : (exchange.responseError ?? describeResponse(exchange));
    return exchange;
  }

  /** Reloads the list. If it is shorter, waits: for some seconds, a cache that ignores the query may return the list of a filter. */
  private async loadAgain() {
    const { length } = this.loaded;
    for (const pause of [0, ...LIST_PAUSES]) {
      await this.client.pause(pause);
      await this.load();
      if (this.loaded.length >= length) return;
    }
  }

  /** Whether a journey should run again: its item may be sold out, or the list has changed since it was loaded. */
  async hasChanged({ exchange, details: { refusedItem } }: Failure): Promise<boolean> {
    const before = JSON.stringify(this.loaded);
    if (refusedItem) {
      this.refused.add(refusedItem);
      await this.load();
    } else if (isSuccess(exchange)) await this.loadAgain();
    return JSON.stringify(this.loaded) !== before && ++this.changes < MAX_CHANGES;
  }

  /** Throws Skip if all items have the same value in this field. */
  requireTwo(field: string) {
    if (distinct(this.valuesOf(field)).length < 2)
      throw new Skip(`the catalogue needs two items that differ in ${field}`, true);
  }

  valuesOf = (field: string): unknown[] => this.items.map((item) => (item as Record<string, unknown>)[field]);

  get items(): Item[] {
    if (this.unusable) throw new Skip(`the items of GET /items cannot be used: ${this.unusable}`, true);
    return this.loaded;
  }

  private get ids(): string[] {
    return this.loaded.map(({ _id }) => _id);
  }

  /** Each price once, the lowest first. */
  get prices(): number[] {
    return distinct(this.items.map(({ price }) => price)).sort((one, two) => one - two);
  }

  /** An unknown id that looks like the backend's own. */
  get unknownId(): string {
    const [id = ''] = this.ids;
    const candidates = ['9', '8', '7', '99999'].map((digit) => id.replace(/[0-9]/, digit));
    return candidates.find((candidate) => !this.ids.includes(candidate)) ?? `${id}9`;
  }

  /** The category and the price of the item that is in the middle by price: each filter leaves out other items. */
  get combined(): { category: string; priceMin: number; priceMax: number } {
    const sorted = this.items
      .filter(({ category }) => category)
      .toSorted((one, two) => one.price - two.price);
    const item = sorted[Math.floor(sorted.length / 2)];
    if (!item) throw new Skip('the catalogue needs an item with a category', true);
    return { category: item.category, priceMin: item.price, priceMax: item.price };
  }
}
