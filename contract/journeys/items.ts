import { expectAccepted, expectAnswered, expectNotKept, expectThat } from '../expect.ts';
import { aCentAbove, type Catalogue, hasCents, type Row } from '../probe.ts';
import type { Filter, Shop } from '../shop.ts';
import type { Stories } from './journey.ts';

const lowest = 'Lowest price in dollars, inclusive.';
const highest = 'Highest price in dollars, inclusive.';
const matching = 'The matching items; an empty list when none match.';
const allMatch = 'Every filter is optional; given filters must all match.';
const categoryName = 'Category name, compared without regard to case.';

const MOST_CATEGORIES = 40;

const inOtherCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Not so: ß, which has two capitals, the ς at an end, which shares one, and İ. */
const hasOneOtherCase = (sign: string) =>
  sign.toUpperCase().length === sign.length &&
  sign.toLowerCase().length === sign.length &&
  sign.toUpperCase().toLowerCase() === sign.toLowerCase();

/** The bound that a comparison of texts gets most wrong, whichever way it writes a price. */
function chooseTextBound(rows: Row[], name: 'priceMin' | 'priceMax'): number {
  const isIn = <Value extends number | string>(price: Value, bound: Value) =>
    name === 'priceMin' ? price >= bound : price <= bound;
  const prices = [...new Set(rows.map(({ price }) => price))];
  // Of many prices, some will do.
  const some = prices.filter((_, at) => at % Math.ceil(prices.length / 100) === 0);
  const countWrong = (bound: number) =>
    Math.min(
      ...[String, (price: number) => price.toFixed(2)].map(
        (write) => some.filter((price) => isIn(write(price), `${bound}`) !== isIn(price, bound)).length,
      ),
    );
  const bounds = [2, 5, 9, 10, 20, 50, 90, 100, 200, 900, 1000, ...some];
  return bounds.reduce((best, bound) => (countWrong(bound) > countWrong(best) ? bound : best));
}

/** The categories that a shopper can type, those with signs that may get lost on the way first. */
const categoriesOf = (rows: Row[]) =>
  [...new Set(rows.map(({ category }) => category))]
    .filter((category) => category && category === category.trim())
    .sort((one, two) => Number(/^\w+$/.test(one)) - Number(/^\w+$/.test(two)))
    .slice(0, MOST_CATEGORIES);

/** Filters, each of which brings exactly the items that fit it. */
const brings = (choose: (catalogue: Catalogue) => Filter[]) => async (shop: Shop) => {
  for (const filter of choose(shop.catalogue)) await shop.expectItems(filter);
};

export const itemJourneys: Stories = {
  items: {
    summary: 'Anybody lists the items, without a token, each with an id of its own.',
    contract: 'Browsing items is public.',
    shopper: 'No items, or a press on one that adds another.',
    async run({ call }) {
      const exchange = await call('getItems');
      expectAccepted(exchange);
      const ids = (exchange.body as Row[]).map(({ _id }) => _id);
      const seen = new Set<string>();
      const twice = ids.filter((id) => seen.size === seen.add(id).size);
      const got = `Twice: ${twice.slice(0, 3).join(', ')}`;
      expectThat(exchange, !twice.length, { expected: 'Every id once.', got, symptom: 'twice' });
    },
  },
  priceMin: {
    summary: 'The lowest price leaves out what is cheaper and nothing else.',
    contract: lowest,
    shopper: 'Min Price shows items that are cheaper, or hides some that fit.',
    run: brings(({ prices }) => [{ priceMin: prices[Math.ceil(prices.length / 3)] }]),
  },
  priceMax: {
    summary: 'The highest price leaves out what is dearer and nothing else.',
    contract: highest,
    shopper: 'Max Price shows items that are dearer, or hides some that fit.',
    run: brings(({ prices }) => [{ priceMax: prices[Math.floor((prices.length - 1) / 2)] }]),
  },
  category: {
    summary: 'A category leaves out the other categories and nothing else.',
    contract: matching,
    shopper: 'Category shows items of others, or hides some that fit.',
    run: brings(({ rows }) => categoriesOf(rows).map((category) => ({ category }))),
  },
  categoryInOtherCase: {
    summary: 'A category is found in upper or lower case.',
    contract: categoryName,
    shopper: 'No items when they type the category in small letters.',
    run: brings(({ together, rows }) => {
      // Databases know the case of other letters less well.
      const others = categoriesOf(rows).filter(
        (category) => /[^ -~]/.test(category) && [...category].every(hasOneOtherCase),
      );
      const turned = [together.category, ...others].map(inOtherCase);
      return turned.map((category) => ({ category }));
    }),
  },
  categoryInPart: {
    summary: 'A part of a category is not the category.',
    contract: categoryName,
    shopper: 'Items of other categories, whose names have something in common.',
    run: brings(({ rows }) => {
      const names = [...new Set(rows.map(({ category }) => category))];
      const name = names.reduce((one, two) => (two.length > one.length ? two : one));
      const parts = [name.slice(0, -1), name.slice(1), name.slice(0, Math.ceil(name.length / 2)), `${name}x`];
      return parts.map((part) => ({ category: part.trim() })).filter(({ category }) => category);
    }),
  },
  filtersTogether: {
    summary: 'Both prices and a category leave out whatever one of them leaves out.',
    contract: allMatch,
    shopper: 'Items that do not fit all three filters, or some that fit are hidden.',
    run: brings(({ together: { category, min: priceMin, max: priceMax } }) => [
      { priceMin, priceMax, category },
      { priceMin, priceMax },
      { priceMin, category },
      { priceMax, category },
    ]),
  },
  decimalPrice: {
    summary: 'A price with cents is compared with its cents.',
    contract: lowest,
    shopper: 'A price with cents is rounded, or shows nothing at all.',
    run: brings(({ prices, rows }) => {
      // Cutting the cents off would let in the item whose price is a cent below.
      const withCents = prices.map(aCentAbove).filter((price) => price % 1 !== 0);
      const exact = rows.filter(hasCents).slice(0, 3);
      return [
        { priceMin: withCents[Math.floor(withCents.length / 2)] },
        ...exact.map(({ price }) => ({ priceMin: price, priceMax: price })),
      ];
    }),
  },
  pricesAreNumbers: {
    summary: 'Prices are compared as numbers: 9 is less than 10.',
    contract: 'Price of one piece in dollars.',
    shopper: 'Filters by price show the wrong items.',
    run: brings(({ rows }) => [
      { priceMin: chooseTextBound(rows, 'priceMin') },
      { priceMax: chooseTextBound(rows, 'priceMax') },
    ]),
  },
  priceMinZero: {
    summary: 'A lowest price of zero leaves out nothing.',
    contract: lowest,
    shopper: 'Min Price 0 hides items.',
    run: brings(() => [{ priceMin: 0 }]),
  },
  priceMaxZero: {
    summary: 'A highest price of zero leaves only what is free.',
    contract: highest,
    shopper: 'Max Price 0 shows every item.',
    run: brings(() => [{ priceMax: 0 }]),
  },
  nothingFits: {
    summary: 'Filters that fit nothing bring an empty list.',
    contract: matching,
    shopper: 'An error, or items that they did not ask for, in place of an empty result.',
    run: brings(({ prices }) => {
      const priceMin = Math.ceil(prices.at(-1) ?? 0) + 1;
      return [{ priceMin }, { category: 'no such category' }, { priceMin, priceMax: prices[0] }];
    }),
  },
  categoryIsNoPattern: {
    summary: 'Signs with a meaning to a database are letters like any other.',
    contract: categoryName,
    shopper: 'Items that they did not ask for, or an error, when such a sign is in the filter.',
    run: brings(() => ['.*', ...'%([\'"\\&+#?;{😀', '$ne', 'κατηγορία'].map((category) => ({ category }))),
  },
  filterTwice: {
    level: 'strict',
    summary: 'A filter that comes twice is refused, or read as one of them.',
    contract: 'any 2xx is a success, any 4xx a refusal',
    shopper: 'Nothing: the store sends each filter once.',
    async run({ call }) {
      for (const name of ['category', 'priceMin', 'priceMax'])
        expectAnswered(await call('getItems', { query: { [name]: [1, 2] } }));
    },
  },
  itemsAreNotKept: {
    level: 'strict',
    summary: 'Nothing on the way may keep a list of items.',
    contract: 'Nothing on the way to the store may keep it.',
    shopper: 'The list from before, through a proxy: the store itself asks anew at each Apply.',
    async run({ call, catalogue }) {
      for (const query of [{}, { category: catalogue.together.category }])
        expectNotKept(await call('getItems', { query }));
    },
  },
};
