import type { Client } from './client.ts';
import { type Exchange, isSuccess } from './exchange.ts';
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
  /** How often the backend refused to add an item. Those are chosen last. */
  private refused = new Map<string, number>();

  constructor(private client: Client) {}

  async load(): Promise<Exchange> {
    const exchange = await this.client.call('getItems');
    const rows = isSuccess(exchange) && Array.isArray(exchange.body) ? exchange.body : undefined;
    this.items = rows?.filter(isItem) ?? [];
    const isWellFormed = rows?.length === this.items.length && this.hasUniqueIds;
    if (!isWellFormed || this.isUsable) return exchange;
    const what = rows.length ? `${rows.length} items that differ too little` : 'an empty list';
    const needed = 'the filters need two items with different prices and categories';
    throw new Stop(`GET /items returns ${what}: ${needed}`, exchange);
  }

  /** Loads the list again. Returns whether it has changed. */
  async refresh(): Promise<boolean> {
    const before = JSON.stringify(this.items);
    await this.load();
    return JSON.stringify(this.items) !== before;
  }

  private get hasUniqueIds() {
    return distinct(this.items.map(({ _id }) => _id)).length === this.items.length;
  }

  /** Whether journeys can choose items. */
  get isUsable() {
    return this.hasUniqueIds && this.prices.length > 1 && this.categories.length > 1;
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
    const ids = this.items.map(({ _id }) => _id);
    const candidates = ['9', '8', '7', '99999'].map((digit) => `${ids[0]}`.replace(/[0-9]/, digit));
    return candidates.find((id) => !ids.includes(id)) ?? `${ids[0]}9`;
  }

  /** A category and two prices. If possible, each of the three filters excludes an item that the others include. */
  get combined(): { category: string; priceMin: number; priceMax: number } {
    // A category that is spelled in two ways would make the result depend on the reading of "category".
    const spellings = this.categories.map((category) => category.toLowerCase());
    const isSpelledOnce = (category: string) =>
      spellings.filter((spelling) => spelling === category.toLowerCase()).length === 1;
    const choices = this.categories.filter(isSpelledOnce).map((category) => {
      const prices = this.items.filter((item) => item.category === category).map(({ price }) => price);
      const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
      const inner = { priceMin: addCents(lowest, 1), priceMax: addCents(highest, -1) };
      const isWide = prices.some((price) => price >= inner.priceMin && price <= inner.priceMax);
      const { priceMin, priceMax } = isWide ? inner : { priceMin: lowest, priceMax: highest };
      const inRange = this.items.filter(({ price }) => price >= priceMin && price <= priceMax);
      const isShared = inRange.some((item) => item.category !== category);
      return { category, priceMin, priceMax, value: Number(isWide) * 2 + Number(isShared) };
    });
    const [best] = choices.sort((one, two) => two.value - one.value);
    const { category = '', priceMin = 0, priceMax = 0 } = best ?? {};
    return { category, priceMin, priceMax };
  }
}
