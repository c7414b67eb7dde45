import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFilters, explainNoMatch, readFilters, toQuery, toSearch } from './filters';

const price = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const text = fc.string({ unit: 'grapheme' }).map((written) => written.trim());
const filters = fc.record(
  { priceMin: price, priceMax: price, category: text.filter(Boolean) },
  { requiredKeys: [] },
);

test('what goes into the address comes out of it', () => {
  fc.assert(
    fc.property(filters, (written) => {
      expect(readFilters(new URLSearchParams(toSearch(written)))).toEqual(written);
    }),
  );
});

test('a filter is sent exactly when it is set', () => {
  fc.assert(
    fc.property(filters, (written) => {
      const query = toQuery(written);
      for (const name of ['priceMin', 'priceMax', 'category'] as const) {
        expect(name in query).toBe(name in written);
      }
      expect(query.priceMin ?? 0).toBe(Number(written.priceMin ?? 0));
      expect(query.priceMax ?? 0).toBe(Number(written.priceMax ?? 0));
      expect(query.category).toBe(written.category);
    }),
  );
});

test('any address gives filters that can be sent', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (priceMin, priceMax, category) => {
      const { priceMin: min, priceMax: max } = toQuery(
        readFilters(new URLSearchParams({ priceMin, priceMax, category })),
      );
      for (const value of [min, max]) expect(value === undefined || Number.isFinite(value)).toBe(true);
    }),
  );
});

test.each([
  ['', ''],
  ['priceMin=abc&priceMax=NaN', ''],
  ['priceMin=Infinity', ''],
  ['priceMin=0', '?priceMin=0'],
  ['priceMax=+19.99+&category=+Books+', '?priceMax=19.99&category=Books'],
  ['category=a%26b&other=1', '?category=a%26b'],
])('?%s is read as %s', (address, search) => {
  expect(toSearch(readFilters(new URLSearchParams(address)))).toBe(search);
});

test('an inverted range is explained, and only that', () => {
  const inverted = 'Min Price is higher than Max Price.';
  expect(explainNoMatch({ priceMin: '60', priceMax: '20' })).toBe(inverted);
  const other = 'Try a wider price range or another category.';
  expect(explainNoMatch({ priceMin: '9', priceMax: '10' })).toBe(other);
  expect(explainNoMatch({ priceMin: '10', priceMax: '10' })).toBe(other);
  expect(explainNoMatch({ priceMin: '10' })).toBe(other);
  expect(explainNoMatch({ priceMax: '-1' })).toBe(other);
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
