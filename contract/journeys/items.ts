import { addCents, hasCents, type Item } from '../judge/catalogue.ts';
import { isSuccess } from '../judge/exchange.ts';
import {
  expectAccepted,
  expectAnswered,
  expectNotCached,
  expectRefused,
  expectThat,
  tryEach,
} from '../judge/expect.ts';
import type { Filter } from '../judge/filters.ts';
import type { Shop } from '../judge/shop.ts';
import { test } from './journey.ts';

const MAX_CATEGORIES = 40;

/** Declares a journey that tries filters. Each must bring exactly the items that match. */
const filters = (name: string, choose: (shop: Shop) => Filter[]) =>
  test(name, (shop) => tryEach(choose(shop), 'breaks', (filter) => shop.expectItems(filter)));

const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Excludes letters such as ß, ς and İ, whose other case is not unique. */
const hasOneOtherCase = (letter: string) =>
  letter.toUpperCase().length === letter.length &&
  letter.toLowerCase().length === letter.length &&
  letter.toUpperCase().toLowerCase() === letter.toLowerCase();

/** Categories that a shopper can type. Those with special characters come first. */
const categoriesOf = ({ items, catalogue }: Shop) =>
  (items && catalogue.categories)
    .filter((category) => category && category === category.trim())
    .sort((one, two) => Number(/^\w+$/.test(one)) - Number(/^\w+$/.test(two)))
    .slice(0, MAX_CATEGORIES);

/** As strings, 9 is more than 10. Which bound shows it depends on the prices. */
const TELLING_BOUNDS = [2, 9, 20, 90, 200, 900];

test('items: Anybody lists the items, without a token, each with an id of its own', async ({ call }) => {
  const exchange = await call('getItems');
  expectAccepted(exchange);
  const ids = (exchange.body as Item[]).map(({ _id }) => _id);
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.size === seen.add(id).size);
  const got = `Twice: ${twice.slice(0, 3).join(', ')}`;
  expectThat(exchange, !twice.length, { expected: 'Every id once.', got, shape: 'an id twice' });
});

filters(
  'priceMin: The lowest price leaves out what is cheaper and nothing else',
  ({ catalogue: { prices } }) => [{ priceMin: prices[Math.ceil(prices.length / 3)] }],
);

filters(
  'priceMax: The highest price leaves out what is more expensive and nothing else',
  ({ catalogue: { prices } }) => [{ priceMax: prices[Math.floor((prices.length - 1) / 2)] }],
);

filters('category: A category leaves out the other categories and nothing else', (shop) =>
  categoriesOf(shop).map((category) => ({ category })),
);

filters('categoryInOtherCase: A category is found in upper or lower case', (shop) => {
  // Databases often handle the case of letters beyond ASCII less well.
  const isSpecial = (name: string) => /[^ -~]/.test(name) && [...name].every(hasOneOtherCase);
  const names = [shop.catalogue.combined.category, ...categoriesOf(shop).filter(isSpecial)];
  return names.map((category) => ({ category: swapCase(category) }));
});

filters('categoryInPart: A part of a category is not the category', (shop) => {
  const name = categoriesOf(shop).reduce((one, two) => (two.length > one.length ? two : one), '');
  const parts = [name.slice(0, -1), name.slice(1), name.slice(0, Math.ceil(name.length / 2)), `${name}x`];
  return parts.map((part) => ({ category: part.trim() })).filter(({ category }) => category);
});

filters('categoryIsNotName: The category is not looked for in names or descriptions', ({ items }) => {
  const names = items.slice(0, 5).map(({ name }) => name.trim());
  const words = names.flatMap((name) => name.split(/\s+/).filter((word) => /^\w{3,}$/.test(word)));
  return [...new Set([...names, ...words])].filter(Boolean).map((category) => ({ category }));
});

filters(
  'filtersTogether: Both prices and a category leave out whatever one of them leaves out',
  ({ catalogue: { combined } }) => {
    const { priceMin, priceMax, category } = combined;
    return [combined, { priceMin, priceMax }, { priceMin, category }, { priceMax, category }];
  },
);

filters('decimalPrice: A price with cents is compared with its cents', ({ items, catalogue: { prices } }) => {
  // Without its cents, this bound would include the item whose price is one cent lower.
  const withCents = prices.map((price) => addCents(price, 1)).filter((price) => price % 1 !== 0);
  const exact = items.filter(hasCents).slice(0, 3);
  return [
    { priceMin: withCents[Math.floor(withCents.length / 2)] },
    ...exact.map(({ price }) => ({ priceMin: price, priceMax: price })),
  ];
});

filters('pricesAreNumbers: Prices are compared as numbers, so that 9 is less than 10', () =>
  TELLING_BOUNDS.flatMap((bound) => [{ priceMin: bound }, { priceMax: bound }]),
);

filters('priceMinZero: A lowest price of zero leaves out nothing', () => [{ priceMin: 0 }]);

filters('priceMaxZero: A highest price of zero leaves only what is free', () => [{ priceMax: 0 }]);

filters('nothingFits: Filters that match nothing bring an empty list', ({ catalogue: { prices } }) => {
  const priceMin = Math.ceil(prices.at(-1) ?? 0) + 1;
  return [{ priceMin }, { category: 'no such category' }, { priceMin, priceMax: prices[0] }];
});

filters('categoryIsNoPattern: Characters that mean something to a database are ordinary ones', () =>
  ['.*', ...'%([\'"\\&+#?;{😀', '$ne', 'κατηγορία'].map((category) => ({ category })),
);

for (const name of ['priceMin', 'priceMax'] as const)
  test(`${name}WithWrongType @strict: A ${name} that is not a number is refused`, async (shop) => {
    const exchange = await shop.call('getItems', { query: { [name]: 'cheap' } });
    // A filter that is ignored altogether is another failure.
    if (isSuccess(exchange))
      await shop.expectItems({ [name]: shop.catalogue.prices.at(name === 'priceMin' ? -1 : 0) });
    expectRefused(exchange, name, { level: 'strict' });
  });

test('filterTwice @strict: A filter that is sent twice is refused, or one of the two counts', ({ call }) =>
  tryEach(['category', 'priceMin', 'priceMax'], 'strict', async (name) =>
    expectAnswered(await call('getItems', { query: { [name]: [1, 2] } }), 'strict'),
  ));

test('itemsAreNotKept @strict: Nothing on the way may cache a list of items', ({ call, catalogue }) =>
  tryEach([{}, { category: catalogue.combined.category }], 'strict', async (query) =>
    expectNotCached(await call('getItems', { query })),
  ));
