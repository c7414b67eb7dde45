import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFilters, explainNoMatch, fillFields, parseFilters, toQuery, toSearch } from './filters';

const price = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const text = fc.string({ unit: 'grapheme' }).map((value) => value.trim());
const filters = fc.record(
  { priceMin: price, priceMax: price, category: text.filter(Boolean) },
  { requiredKeys: [] },
);

test('filters survive a round trip through the URL', () => {
  fc.assert(
    fc.property(filters, (original) => {
      expect(parseFilters(new URLSearchParams(toSearch(original)))).toEqual(original);
    }),
  );
});

test('a filter is sent exactly when it is set', () => {
  fc.assert(
    fc.property(filters, (original) => {
      const query = toQuery(original);
      for (const name of ['priceMin', 'priceMax', 'category'] as const) {
        expect(name in query).toBe(name in original);
      }
      expect(query.priceMin ?? 0).toBe(Number(original.priceMin ?? 0));
      expect(query.priceMax ?? 0).toBe(Number(original.priceMax ?? 0));
      expect(query.category).toBe(original.category);
    }),
  );
});

test('every address results in filters that can be sent', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (priceMin, priceMax, category) => {
      const { priceMin: min, priceMax: max } = toQuery(
        parseFilters(new URLSearchParams({ priceMin, priceMax, category })),
      );
      for (const value of [min, max]) expect(value === undefined || Number.isFinite(value)).toBe(true);
    }),
  );
});

test.each([
  ['', ''],
  ['priceMin=abc&priceMax=NaN', ''],
  ['priceMin=Infinity', ''],
  ['priceMin=19,5', ''],
  ['priceMin=0', '?priceMin=0'],
  ['priceMax=+19.99+&category=+Books+', '?priceMax=19.99&category=Books'],
  ['category=a%26b&other=1', '?category=a%26b'],
])('?%s is normalized to %j', (address, search) => {
  expect(toSearch(parseFilters(new URLSearchParams(address)))).toBe(search);
});

test('explains an empty list by an inverted price range, or suggests wider filters', () => {
  const inverted = 'Min Price is higher than Max Price.';
  expect(explainNoMatch({ priceMin: '60', priceMax: '20' })).toBe(inverted);
  const suggestion = 'Try a wider price range or another category.';
  expect(explainNoMatch({ priceMin: '9', priceMax: '10' })).toBe(suggestion);
  expect(explainNoMatch({ priceMin: '10', priceMax: '10' })).toBe(suggestion);
  expect(explainNoMatch({ priceMin: '10' })).toBe(suggestion);
  expect(explainNoMatch({ priceMax: '-1' })).toBe(suggestion);
});

test.each([
  [{}, ''],
  [{ category: 'Books' }, 'Books'],
  [{ priceMin: '30', category: 'Books' }, 'Books · from $30'],
  [{ priceMax: '0' }, 'to $0'],
  [{ priceMin: '19.50', priceMax: '1e3' }, '$19.5 to $1000'],
])('the filters %j are described as %j', (filters, description) => {
  expect(describeFilters(filters)).toBe(description);
});

test('a select (docs/how-to/add-a-filter.md) gets the matching option, ignoring case, or stays as it is', () => {
  const form = document.createElement('form');
  form.innerHTML = '<select name="category"><option value="">All</option><option>Toys</option></select>';
  const select = form.elements.namedItem('category') as HTMLSelectElement;
  fillFields(form, { category: 'Books' }, 'defaultValue');
  expect(select.selectedIndex).toBe(0);
  fillFields(form, { category: 'toys' }, 'defaultValue');
  expect(select.value).toBe('Toys');
});
