import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../tests/support/network';
import { toSearch } from '../../store/apiUrl';
import { formatPrice } from '../../store/money';
import {
  describeFilters,
  explainNoMatch,
  filterNames,
  parseFilters,
  toQuery,
  toRequestPath,
} from './filters';

const price = fc.double({ noNaN: true, min: -1e13, max: 1e13 }).map(String);
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

test('the filters are in the order of openapi.yaml, so that the generated client requests the prefetched URL', () => {
  const { paths } = parse(contract);
  const { parameters } = paths['/items'].get;
  expect(filterNames).toEqual(parameters.map(({ name }: { name: string }) => name));
  const filters = { priceMin: '0', priceMax: '1e3', category: 'A & B' };
  expect(toRequestPath(filters)).toBe('/items?priceMin=0&priceMax=1000&category=A%20%26%20B');
});

test('every address results in filters that can be sent', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (priceMin, priceMax, category) => {
      const { priceMin: min, priceMax: max } = toQuery(
        parseFilters(new URLSearchParams({ priceMin, priceMax, category })),
      );
      for (const value of [min, max]) expect(value === undefined || formatPrice(value) !== '—').toBe(true);
    }),
  );
});

test.each([
  ['', ''],
  ['priceMin=abc&priceMax=NaN', ''],
  ['priceMin=Infinity', ''],
  ['priceMin=0x10', ''],
  ['priceMin=%2B5', ''],
  ['priceMin=1e400&priceMax=5.', ''],
  ['priceMin=1e29&priceMax=99999999999999999999999', ''],
  ['priceMin=-1e14&priceMax=1e13', '?priceMax=1e13'],
  ['priceMin=-.5&priceMax=1E3', '?priceMin=-.5&priceMax=1E3'],
  ['priceMin=19,5', ''],
  ['priceMin=0', '?priceMin=0'],
  ['priceMax=+19.99+&category=+Books+', '?priceMax=19.99&category=Books'],
  ['category=a%26b&other=1', '?category=a%26b'],
  ['category=To%0Ays%0D', '?category=Toys'],
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
  [{}, '', ''],
  [{ category: 'Books' }, 'Books', ''],
  [{ priceMin: '30', category: 'Books' }, 'Books', 'from $30'],
  [{ priceMax: '0' }, '', 'to $0'],
  [{ priceMin: '19.50', priceMax: '1.5e3' }, '', '$19.50 to $1,500'],
  [{ priceMin: '-5' }, '', 'from -$5'],
  [{ priceMin: '100.5', priceMax: '1750.75' }, '', '$100.50 to $1,750.75'],
])('the filters %j are described as %j and %j', (filters, text, range) => {
  expect(describeFilters(filters)).toEqual({ text, range });
});
