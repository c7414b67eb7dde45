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

const idsOf = (items: Item[]) => new Set(items.map(({ _id }) => _id));

function isSameSet(one: Item[], two: Item[]): boolean {
  const [first, second] = [idsOf(one), idsOf(two)];
  return (
    one.length === two.length &&
    one.every(({ _id }) => second.has(_id)) &&
    two.every(({ _id }) => first.has(_id))
  );
}

/** Loads the list with a filter and compares it with the items that match. */
export async function expectItems(shop: Backend, filter: Filter) {
  const { items } = shop;
  const exchange = await shop.call('getItems', { query: filter });
  const wanted = items.filter((item) => matches(item, filter));
  const rows = Array.isArray(exchange.body) ? exchange.body : undefined;
  const found = rows?.filter(isItem) ?? [];
  if (exchange.status === 404 && !wanted.length) throw new Failure(exchange, NO_MATCH);
  if (!isSuccess(exchange) || !rows || (rows.length && !found.length)) expectAccepted(exchange);
  if (isSameSet(found, wanted)) return;
  // Malformed rows are the business of the journey "items".
  const isMalformed = found.length < (rows?.length ?? 0);
  const details = isMalformed ? {} : await explain(shop, exchange, filter, found, wanted);
  const expected = `The items that match ${JSON.stringify(filter)}: ${wanted.length} of ${items.length}.`;
  throw new Failure(exchange, {
    expected,
    got: describeDifference(found, wanted),
    level: 'breaks',
    ...details,
  });
}

const NO_MATCH = {
  expected: 'An empty list.',
  cause: 'No item matches, and the status is 404: answer 200 with an empty list.',
  evidence: '404 in place of an empty list',
};

const differenceOf = (one: Item[], two: Item[]) => one.filter(({ _id }) => !idsOf(two).has(_id));

function describeDifference(found: Item[], wanted: Item[]): string {
  const show = (items: Item[]) =>
    items
      .slice(0, 3)
      .map(({ _id, name, category, price }) => JSON.stringify({ _id, name, category, price }))
      .join(', ') + (items.length > 3 ? ` and ${items.length - 3} more` : '');
  const [extra, missing] = [differenceOf(found, wanted), differenceOf(wanted, found)];
  const parts = [`Status 200, a list of ${found.length}`];
  if (extra.length) parts.push(`${extra.length} entries do not belong: ${show(extra)}`);
  if (missing.length) parts.push(`${missing.length} are missing: ${show(missing)}`);
  if (!extra.length && !missing.length) parts.push('some entries are there twice');
  return parts.join('; ');
}

/** What the difference shows, if it excludes other reasons. */
async function explain(
  shop: Backend,
  exchange: Exchange,
  filter: Filter,
  found: Item[],
  wanted: Item[],
): Promise<Partial<Details>> {
  const { items } = shop;
  const [extra, missing] = [differenceOf(found, wanted), differenceOf(wanted, found)];
  const names = Object.keys(filter) as FilterName[];
  const unlisted = extra.filter((item) => matches(item, filter) && !idsOf(items).has(item._id));
  if (unlisted.length)
    return {
      evidence: 'GET /items without filters is incomplete',
      cause:
        'GET /items without filters does not return all items. The store asks once, and cannot turn pages.',
    };
  if (names.length > 1) return explainCombined(shop, filter, names);
  const [name] = names as [FilterName];
  if (isSameSet(found, items)) return explainIgnored(shop, name, filter[name]);
  const bounds = [filter.priceMin, filter.priceMax];
  if (missing.length && !extra.length && missing.every(({ price }) => bounds.includes(price)))
    return {
      evidence: 'GET /items excludes the bound itself',
      cause: 'The bound itself is excluded: items at exactly this price must be in the list.',
    };
  const { status } = exchange;
  const shape = `${names.join(', ')}: ${extra.length ? 'items that do not match' : 'missing items'}`;
  return { evidence: `GET /items ${status} ${shape}` };
}

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
    if (!isSameSet(found, wanted)) return explain(shop, exchange, single, found, wanted);
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
      isSameSet(body, single) &&
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
