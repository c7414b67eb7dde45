import { expect, test } from 'vitest';
import { countItems, monogramOf } from './card';

test.each([
  ['', ''],
  ['🎧 Audio', '🎧'],
  ['ñame', 'Ñ'],
])('the monogram of %j is %j', (category, monogram) => {
  expect(monogramOf({ _id: '1', name: 'A', description: '', category, price: 1 })).toBe(monogram);
});

test('the status counts the items', () => {
  expect([0, 1, 2, 60].map(countItems)).toEqual(['No items match', '1 item', '2 items', '60 items']);
});
