import { type Item, isItem } from './catalogue.ts';
import { type Exchange, isSuccess, type Sent } from './exchange.ts';
import { expectAccepted } from './expect.ts';
import { type Details, Failure } from './failure.ts';

export type Filter = {
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  category?: string | undefined;
};
type Backend = { items: Item[]; call(id: string, sent: Sent): Promise<Exchange> };
type FilterName = keyof Filter;

/** Names that other shops give the filters. */
const ALIASES: Record<FilterName, string[]> = {
  priceMin: ['minPrice', 'min_price', 'price_min', 'min', 'priceFrom', 'price[gte]'],
  priceMax: ['maxPrice', 'max_price', 'price_max', 'max', 'priceTo', 'price[lte]'],
  category: ['cat', 'categoryName', 'type', 'categories', 'category[]'],
};

export const matches = (item: Item, { priceMin, priceMax, category }: Filter) =>
  (priceMin === undefined || item.price >= priceMin) &&
  (priceMax === undefined || item.price <= priceMax) &&
  (category === undefined || item.category.toLowerCase() === category.toLowerCase());

/** Items of the first list that the second one lacks. */
function differenceOf(one: Item[], two: Item[]): Item[] {
  const ids = new Set(two.map(({ _id }) => _id));
  return one.filter(({ _id }) => !ids.has(_id));
}

const isSame = (one: Item[], two: Item[]) => one.length === two.length && !differenceOf(one, two).length;

/** Loads the list with a filter and compares it with the items that match. */
export async function expectItems(shop: Backend, filter: Filter) {
  const { items } = shop;
  const exchange = await shop.call('getItems', { query: filter });
  const wanted = items.filter((item) => matches(item, filter));
  const rows = Array.isArray(exchange.body) ? exchange.body : undefined;
  const found = rows?.filter(isItem) ?? [];
  if (exchange.status === 404 && !wanted.length) throw new Failure(exchange, NO_MATCH);
  if (!isSuccess(exchange) || !rows || (rows.length && !found.length)) expectAccepted(exchange);
  if (isSame(found, wanted)) return;
  // Malformed rows are the business of the journey "items".
  const isMalformed = found.length < (rows?.length ?? 0);
  const details = isMalformed ? {} : await explain(shop, filter, found, wanted);
  const expected = `The items that match ${JSON.stringify(filter)}: ${wanted.length} of ${items.length}.`;
  throw new Failure(exchange, { expected, got: describe(found, wanted), level: 'breaks', ...details });
}

const NO_MATCH = {
  expected: 'An empty list.',
  cause: 'No item matches, and the status is 404: answer 200 with an empty list.',
  evidence: '404 for an empty list',
};

function describe(found: Item[], wanted: Item[]): string {
  const show = (what: string, items: Item[]) => {
    const some = items.slice(0, 3).map(({ _id, name, price }) => `${_id} "${name}" ${price}`);
    return items.length ? `; ${items.length} entries ${what}: ${some.join(', ')}` : '';
  };
  const extra = show('do not belong', differenceOf(found, wanted));
  const missing = show('are missing', differenceOf(wanted, found));
  return `Status 200, a list of ${found.length}${extra}${missing}`;
}

/** What the difference shows, if it excludes other reasons. */
async function explain(
  shop: Backend,
  filter: Filter,
  found: Item[],
  wanted: Item[],
): Promise<Partial<Details>> {
  const names = Object.keys(filter) as FilterName[];
  const [name] = names as [FilterName];
  const [extra, missing] = [differenceOf(found, wanted), differenceOf(wanted, found)];
  if (differenceOf(extra, shop.items).some((item) => matches(item, filter))) return INCOMPLETE;
  if (names.length > 1) return explainCombined(shop, filter, names);
  if (isSame(found, shop.items)) return explainIgnored(shop, name, filter[name]);
  const isBound = !extra.length && missing.every(({ price }) => price === filter[name]);
  if (isBound && missing.length) return EXCLUSIVE;
  return { evidence: `GET /items ${name}: ${extra.length ? 'items that do not match' : 'missing items'}` };
}

const INCOMPLETE = {
  evidence: 'GET /items without filters is incomplete',
  cause: 'GET /items without filters does not return all items. The store asks once, and cannot turn pages.',
};
const EXCLUSIVE = {
  evidence: 'GET /items excludes the bound itself',
  cause: 'The bound itself is excluded: items at exactly this price must be in the list.',
};

/** Where several filters give a wrong result, one of them may do so alone. */
async function explainCombined(
  shop: Backend,
  filter: Filter,
  names: FilterName[],
): Promise<Partial<Details>> {
  for (const name of names) {
    const single = { [name]: filter[name] };
    const exchange = await shop.call('getItems', { query: single });
    const found = Array.isArray(exchange.body) ? exchange.body.filter(isItem) : [];
    const wanted = shop.items.filter((item) => matches(item, single));
    if (!isSame(found, wanted)) return explain(shop, single, found, wanted);
  }
  return { evidence: 'GET /items combines filters wrongly' };
}

async function explainIgnored(
  shop: Backend,
  name: FilterName,
  value: string | number | undefined,
): Promise<Partial<Details>> {
  const single = shop.items.filter((item) => matches(item, { [name]: value }));
  for (const alias of ALIASES[name]) {
    const { body } = await shop.call('getItems', { query: { [alias]: value } });
    if (
      Array.isArray(body) &&
      body.every(isItem) &&
      isSame(body, single) &&
      single.length < shop.items.length
    )
      return {
        evidence: 'GET /items with other names of filters',
        cause: `${name} is ignored, but ${alias} works: rename it.`,
      };
  }
  const cause = `${name} is ignored: ${name}=${value} returns the same as no filter.`;
  return { evidence: `GET /items ignores ${name}`, cause };
}
