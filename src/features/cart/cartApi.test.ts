import { expect, test } from 'vitest';
import { allowInConsole } from '../../../tests/support/console';
import { parseCart } from './cartApi';

const lamp = { _id: 'lamp', name: 'Lamp', price: 39.5 };
const mug = { _id: 'mug', name: 'Mug', price: 0 };
const parse = (lines: unknown) => parseCart(JSON.stringify(lines));

test('keeps the fields of the contract, and the order', () => {
  const body = [
    { item: { ...lamp, description: 'Warm.' }, quantity: 2, _id: 'line' },
    { item: mug, quantity: 1 },
  ];
  expect(parse(body)).toEqual([
    { item: lamp, quantity: 2 },
    { item: mug, quantity: 1 },
  ]);
});

test('merges two lines of the same item', () => {
  expect(
    parse([
      { item: lamp, quantity: 2 },
      { item: mug, quantity: 1 },
      { item: lamp, quantity: 3 },
    ]),
  ).toEqual([
    { item: lamp, quantity: 5 },
    { item: mug, quantity: 1 },
  ]);
});

test('keeps the lines of deleted items apart', () => {
  const body = [
    { item: null, quantity: 2 },
    { item: mug, quantity: 1 },
    { item: null, quantity: 1 },
  ];
  expect(parse(body)).toEqual([
    { item: null, quantity: 2 },
    { item: mug, quantity: 1 },
    { item: null, quantity: 1 },
  ]);
});

test.each([
  ['no quantity', { item: lamp }],
  ['a string as its quantity', { item: lamp, quantity: '2' }],
  ['no item', { quantity: 1 }],
  ['an id as its item', { item: 'lamp', quantity: 1 }],
  ['an item without an id', { item: { ...lamp, _id: '' }, quantity: 1 }],
  ['an item without a name', { item: { ...lamp, name: '' }, quantity: 1 }],
  ['an item without a price', { item: { ...lamp, price: null }, quantity: 1 }],
])('drops a line with %s', (_what, line) => {
  const warn = allowInConsole('warn', /rows: invalid or repeated/);
  expect(parse([line, { item: mug, quantity: 1 }])).toEqual([{ item: mug, quantity: 1 }]);
  expect(warn.mock.calls).toEqual([['getCart: dropped 1 of 2 rows: invalid or repeated.']]);
});

test('rejects a body that is not a list', () => {
  expect(parse({ cart: [] })).toBeUndefined();
});
