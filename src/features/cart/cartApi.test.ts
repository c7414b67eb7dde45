import { expect, test } from 'vitest';
import { expectInConsole } from '../../../tests/support/console';
import { parseCart } from './cartApi';

const lamp = { _id: 'lamp', name: 'Lamp', price: 39.5 };
const mug = { _id: 'mug', name: 'Mug', price: 0 };
const read = (lines: unknown) => parseCart(JSON.stringify(lines));

test('lines keep what the contract names, in their order', () => {
  const answer = [
    { item: { ...lamp, description: 'Warm.' }, quantity: 2, _id: 'line' },
    { item: mug, quantity: 1 },
  ];
  expect(read(answer)).toEqual([
    { item: lamp, quantity: 2 },
    { item: mug, quantity: 1 },
  ]);
});

test('an item that the backend lists twice is one line', () => {
  expect(
    read([
      { item: lamp, quantity: 2 },
      { item: mug, quantity: 1 },
      { item: lamp, quantity: 3 },
    ]),
  ).toEqual([
    { item: lamp, quantity: 5 },
    { item: mug, quantity: 1 },
  ]);
});

test('lines of deleted items stay apart', () => {
  const answer = [
    { item: null, quantity: 2 },
    { item: mug, quantity: 1 },
    { item: null, quantity: 1 },
  ];
  expect(read(answer)).toEqual([
    { item: null, quantity: 2 },
    { item: mug, quantity: 1 },
    { item: null, quantity: 1 },
  ]);
});

test.each([
  ['no quantity', { item: lamp }],
  ['a quantity as text', { item: lamp, quantity: '2' }],
  ['no item', { quantity: 1 }],
  ['an id as its item', { item: 'lamp', quantity: 1 }],
  ['an item without an id', { item: { ...lamp, _id: '' }, quantity: 1 }],
  ['an item without a name', { item: { ...lamp, name: '' }, quantity: 1 }],
  ['an item without a price', { item: { ...lamp, price: null }, quantity: 1 }],
])('a line with %s is left out', (_what, line) => {
  const warn = expectInConsole('warn', /rows that do not match/);
  expect(read([line, { item: mug, quantity: 1 }])).toEqual([{ item: mug, quantity: 1 }]);
  expect(warn.mock.calls).toEqual([['getCart: dropped 1 of 2 rows that do not match openapi.yaml.']]);
});

test('what is no list is not read', () => {
  expect(read({ cart: [] })).toBeUndefined();
});
