import { type Catalogue, distinct, type Item } from '../judge/catalogue.ts';
import { isRefusal } from '../judge/exchange.ts';
import { expectAccepted, expectAnswered, expectThat, injectionInto, tryEach } from '../judge/expect.ts';
import { type Filter, itemFilters, matches } from '../judge/filters.ts';
import type { Shop } from '../judge/shop.ts';
import type { FilterRule } from '../openapi/filterRules.ts';
import { test } from './journey.ts';

/** How many categories or prices a journey tries. */
const MAX_TRIED = 40;

/** Careless backends take 0 for no filter, or compare strings, in which 9 is greater than 10. */
const BOUNDS = [0, 2, 9, 20, 90, 200, 900];

/** Declares a journey that tries filters. Each must return exactly the items that match. */
const testFilters = (name: string, choose: (shop: Shop) => Filter[]) =>
  test(name, (shop) => tryEach(choose(shop), (filter) => shop.expectItems(filter)));

const hasCents = (price: number) => price % 1 !== 0;

/** Excludes letters such as ß, ς and İ, whose other case is not unique, and Σ, which has two in lower case. */
const hasOneOtherCase = (text: string) =>
  [...text].every((letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length && letter.toUpperCase().toLowerCase() === lower && lower !== 'σ';
  });

/** Texts that a shopper can type into a filter. */
const typeable = (texts: string[]) =>
  distinct(texts.filter((text) => text && text === text.trim())).slice(0, MAX_TRIED);

test('items: GET /items needs no token, and every item has its own id', async ({ call }) => {
  const exchange = await call('getItems');
  expectAccepted(exchange);
  const ids = (exchange.body as Item[]).map(({ _id }) => _id).sort();
  const duplicate = ids.find((id, i) => id === ids[i - 1]);
  const got = `Two items have the id ${duplicate}.`;
  expectThat(exchange, duplicate === undefined, { got, kind: 'an id twice' });
});

const middleOf = (prices: number[]) => prices[Math.floor(prices.length / 2)];

function boundsOf(name: string, { prices }: Catalogue): Filter[] {
  // Without its cents, such a bound would include the item whose price is one cent lower.
  const withCents = prices.map((price) => Math.round(price * 100 + 1) / 100).filter(hasCents);
  const exact = prices.filter(hasCents);
  // Those that few items match
  const tried = name === 'priceMax' ? exact.slice(0, MAX_TRIED) : exact.slice(-MAX_TRIED);
  // With two prices, the middle one is the highest, and leaves out nothing.
  const bounds = distinct([middleOf(prices), middleOf(withCents), prices[0], ...BOUNDS, ...tried]);
  return bounds.map((bound) => ({ [name]: bound }));
}

const isUsed = ({ items }: Catalogue, filter: Filter) => items.some((item) => matches(item, filter));

/** Filters that match some items, and texts in upper and lower case. */
function filtersOf({ name, field, match }: FilterRule, catalogue: Catalogue): Filter[] {
  if (match === 'atLeast' || match === 'atMost')
    return boundsOf(name, catalogue).filter((filter) => isUsed(catalogue, filter));
  const values = catalogue.valuesOf(field).map((value) => `${value ?? ''}`);
  const texts = typeable(match === 'equals' ? values : values.map((value) => value.split(/\s/)[0] ?? ''));
  const inOtherCases = texts
    .filter(hasOneOtherCase)
    .flatMap((text) => [text.toLowerCase(), text.toUpperCase()]);
  return distinct([...texts, ...inOtherCases]).map((text) => ({ [name]: text }));
}

for (const rule of itemFilters)
  testFilters(`${rule.name}: ${rule.name} leaves out other items and nothing else`, ({ catalogue }) => {
    catalogue.requireTwo(rule.field);
    return filtersOf(rule, catalogue);
  });

testFilters('nothingFits: Filters that match nothing return an empty list', ({ catalogue }) => {
  const { prices } = catalogue;
  const categories = ['no such category', 'κατηγορία'].map((category) => ({ category }));
  const bounds = ['priceMin', 'priceMax'].flatMap((name) => boundsOf(name, catalogue));
  const priceMin = Math.ceil(prices.at(-1) ?? 0) + 1;
  const all: Filter[] = [{ priceMin }, ...categories, { priceMin, priceMax: prices[0] }, ...bounds];
  // A maximum of 0 is left to `boundOfZero`, which is strict: nobody looks for free items.
  return all.filter((filter) => filter.priceMax !== 0 && !isUsed(catalogue, filter));
});

/** If a backend ignores every bound, that is another failure. */
testFilters('boundOfZero @strict: A bound of 0 counts', ({ catalogue }) =>
  ['priceMin', 'priceMax'].flatMap((name) =>
    [middleOf(catalogue.prices), 0].map((bound) => ({ [name]: bound })),
  ),
);

testFilters(
  'categoryInPart: A part of a category or the name of an item matches nothing',
  ({ catalogue }) => {
    const categories = typeable(catalogue.items.map(({ category }) => category));
    const longest = categories.reduce((one, two) => (two.length > one.length ? two : one), '');
    const half = longest.slice(0, Math.ceil(longest.length / 2));
    const parts = [longest.slice(0, -1), longest.slice(1), half, `${longest}x`];
    const names = catalogue.items
      .map(({ name }) => name)
      .filter((name) => /^[\p{L}\d ]+$/u.test(name))
      .slice(0, 5);
    const wrong = new Set([...parts, ...names].map((text) => text.trim()).filter(Boolean));
    return [...wrong].map((category) => ({ category }));
  },
);

testFilters('filtersTogether: Several filters return only items that match all of them', (shop) => {
  shop.catalogue.requireTwo('price');
  const { combined } = shop.catalogue;
  const { priceMin, priceMax, category } = combined;
  return [combined, { priceMin, category }, { priceMax, category }, { priceMin, priceMax }];
});

const PATTERNS = ['.*', '%'];
const SQL = ["x' OR 1=1 --", "x' OR '1'='1", 'x" OR 1=1 --'];

/** A gateway may refuse them, because programs that search for weaknesses send such texts. */
test('categoryIsNoPattern: Special characters and SQL in category match nothing, or are refused', async (shop) => {
  const { call, catalogue, expectItems } = shop;
  // If one of the first texts matches items, that is a worse failure, and neither SQL nor patterns are the cause.
  const texts = ['$ne', ...'([\'"\\&+#?;{😀', 'x OR 1=1', ...SQL, ...PATTERNS];
  const unused = texts.filter((category) => !isUsed(catalogue, { category }));
  await tryEach(unused, async (category) => {
    const exchange = await call('getItems', { query: { category } });
    const isSql = SQL.includes(category);
    const level = isSql ? 'unsafe' : 'breaks';
    expectAnswered(exchange, { level });
    if (isRefusal(exchange)) return;
    if (!isSql && !PATTERNS.includes(category)) return expectItems({ category });
    const isEmpty = (exchange.body as Item[]).length === 0;
    const cause = isSql ? injectionInto(exchange) : 'category is read as a pattern.';
    expectThat(exchange, isEmpty, { level, cause });
  });
});
