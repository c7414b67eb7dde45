import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hueOf } from './hue';

test('every category has one of 18 hues, whatever its case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (category) => {
      expect((hueOf(category) - 5) % 20).toBe(0);
      expect(hueOf(category)).toBeGreaterThanOrEqual(5);
      expect(hueOf(category)).toBeLessThanOrEqual(345);
    }),
  );
  expect(hueOf('KITCHEN')).toBe(hueOf('kitchen'));
});

test.each([
  ['Kitchen', 265],
  ['Outdoor', 345],
  ['Home', 165],
  ['Stationery', 145],
  ['Electronics', 85],
  ['Clothing', 105],
])('%s is %d, as in the design', (category, hue) => {
  expect(hueOf(category)).toBe(hue);
});
