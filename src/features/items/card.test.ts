import { expect, test } from 'vitest';
import { countItems, isLong, toCard } from './card';

test('a card says its item in texts', () => {
  const item = { _id: '1', name: 'Lamp', description: 'Warm.', category: 'home', price: 1299 };
  expect(toCard(item, 7)).toEqual({
    titleId: 'item-7',
    hue: '165',
    monogram: 'H',
    name: 'Lamp',
    category: 'home',
    description: 'Warm.',
    price: expect.stringMatching(/1\D299\D00/),
  });
});

test.each([
  ['', ''],
  ['🎧 Audio', '🎧'],
  ['ñame', 'Ñ'],
])('the monogram of %j is %j', (category, monogram) => {
  expect(toCard({ _id: '1', name: 'A', description: '', category, price: 1 }, 0).monogram).toBe(monogram);
});

test('the status counts the items', () => {
  expect([0, 1, 2, 60].map(countItems)).toEqual(['No items match', '1 item', '2 items', '60 items']);
});

test('a list is long from 241 items on', () => {
  const lamp = { _id: '1', name: 'Lamp', description: '', category: 'home', price: 1 };
  expect([0, 24, 240, 241].map((count) => isLong(Array(count).fill(lamp)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
