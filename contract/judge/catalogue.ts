import type { Client } from './client.ts';
import type { Exchange } from './exchange.ts';
import { isSuccess } from './exchange.ts';
import { Stop } from './failure.ts';

export type Item = { _id: string; name: string; category: string; price: number };

export const isItem = (row: unknown): row is Item => {
  const { _id, name, category, price } = (row ?? {}) as Record<string, unknown>;
  return [_id, name, category].every((value) => typeof value === 'string') && Number.isFinite(price);
};

export const hasCents = ({ price }: Item) => price % 1 !== 0;
export const addCents = (price: number, cents: number) => Math.round(price * 100 + cents) / 100;
const distinct = <Value>(values: Value[]) => [...new Set(values)];

/** The backend's list of items, from which journeys choose. It is loaded again before a difference is reported. */
export class Catalogue {
  items: Item[] = [];
  /** Items that the backend refused to add, such as sold-out ones. They are chosen last. */
  private refused = new Map<string, number>();

  constructor(private client: Client) {}

  /** Loads the list. Throws Stop if it has too few items to judge anything. */
  async load(): Promise<Exchange> {
    const exchange = await this.client.call('getItems');
    const rows = isSuccess(exchange) && Array.isArray(exchange.body) ? exchange.body : undefined;
    this.items = rows?.filter(isItem) ?? [];
    const isPoor = this.items.length < 2 || this.prices.length < 2 || this.categories.length < 2;
    if (rows && rows.length === this.items.length && isPoor) {
      const what = rows.length ? `${rows.length} items that differ too little` : 'an empty list';
      throw new Stop(
        `GET /items returns ${what}: the filters need two items with different prices and categories`,
        exchange,
      );
    }
    return exchange;
  }

  /** Loads the list again. Returns whether it has changed. */
  async refresh(): Promise<boolean> {
    const before = JSON.stringify(this.items);
    await this.load();
    return JSON.stringify(this.items) !== before;
  }

  /** Why journeys cannot choose items. */
  get isUsable() {
    const ids = new Set(this.items.map(({ _id }) => _id));
    return (
      ids.size === this.items.length && ids.size > 1 && this.prices.length > 1 && this.categories.length > 1
    );
  }

  /** Items to put into a cart. Those that can be added come first, and of these the ones whose price has cents. */
  get sellable(): Item[] {
    const rank = (item: Item) => (this.refused.get(item._id) ?? 0) * 2 + (hasCents(item) ? 0 : 1);
    return [...this.items].sort((one, two) => rank(one) - rank(two));
  }

  avoid(itemId: string) {
    this.refused.set(itemId, (this.refused.get(itemId) ?? 0) + 1);
  }

  /** Each price once, the lowest first. */
  get prices(): number[] {
    return distinct(this.items.map(({ price }) => price)).sort((one, two) => one - two);
  }

  get categories(): string[] {
    return distinct(this.items.map(({ category }) => category));
  }

  /** Looks like an id of this backend, and is unknown. */
  get unknownId(): string {
    const ids = new Set(this.items.map(({ _id }) => _id));
    const [sample = ''] = ids;
    const candidates = ['9', '8', '7', '99999'].map((digit) => sample.replace(/[0-9]/g, digit));
    return candidates.find((id) => !ids.has(id)) ?? `${sample}9`;
  }

  /** A category and two prices. Each of these filters excludes an item that the others include, if there is one. */
  get combined(): { category: string; priceMin: number; priceMax: number } {
    const choices = this.categories
      .filter((category) => this.isSpelledOnce(category))
      .map((category) => {
        const own = this.items.filter((item) => item.category === category).map(({ price }) => price);
        const prices = distinct(own).sort((one, two) => one - two);
        const [lowest = 0, highest = 0] = [prices[0], prices.at(-1)];
        const isWide = prices.length > 2;
        const priceMin = isWide ? addCents(lowest, 1) : lowest;
        const priceMax = isWide ? addCents(highest, -1) : highest;
        const isShared = this.items.some(
          (item) => item.category !== category && item.price >= priceMin && item.price <= priceMax,
        );
        return { category, priceMin, priceMax, value: Math.min(prices.length, 3) + (isShared ? 1 : 0) };
      });
    const [best] = choices.sort((one, two) => two.value - one.value);
    const { category = '', priceMin = 0, priceMax = 0 } = best ?? {};
    return { category, priceMin, priceMax };
  }

  /** A category that is spelled in two ways would make the result depend on the reading of "category". */
  private isSpelledOnce(category: string): boolean {
    const lower = category.toLowerCase();
    return !this.categories.some((other) => other !== category && other.toLowerCase() === lower);
  }
}
