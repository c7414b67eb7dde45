import { expect, test } from 'vitest';
import { parseCart } from './cartApi';

const lamp = { _id: 'lamp', name: 'Lamp', price: 39.5 };
const mug = { _id: 'mug', name: 'Mug', price: 0 };

/** The lines of a response. Nothing may be reported about it. */
const parse = (lines: unknown) =>
  parseCart(JSON.stringify(lines), (problem) => {
    throw new Error(problem);
  });

/** The lines of a response, and what is reported about it. */
function parseInvalid(value: unknown) {
  const problems: string[] = [];
  return { lines: parseCart(JSON.stringify(value), (problem) => problems.push(problem)), problems };
}

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

test.each([
  ['no quantity', { item: lamp }, null, "/1 must have required property 'quantity'"],
  [
    'a string as its quantity',
    { item: lamp, quantity: '2' },
    null,
    '/1/quantity must be safe integer >= 1, but is "2"',
  ],
  ['no item', { quantity: 3 }, 3, '/1/item must be object, but is undefined'],
  ['an id as its item', { item: 'lamp', quantity: 3 }, 3, '/1/item must be object, but is string'],
  [
    'an item without a price',
    { item: { ...lamp, price: null }, quantity: 3 },
    3,
    '/1/item/price must be number, but is null',
  ],
  ['nothing at all', null, null, '/1 must be object, but is null'],
])('a line with %s stays as one that is not available', (_what, line, quantity, problem) => {
  expect(parseInvalid([{ item: mug, quantity: 1 }, line])).toEqual({
    lines: [
      { item: mug, quantity: 1 },
      { item: null, quantity },
    ],
    problems: [expect.stringContaining(problem)],
  });
});

test('an invalid line is not merged with a valid one of the same item', () => {
  const { lines } = parseInvalid([
    { item: lamp, quantity: 2 },
    { item: { ...lamp, price: '39.50' }, quantity: 1 },
  ]);
  expect(lines).toEqual([
    { item: lamp, quantity: 2 },
    { item: null, quantity: 1 },
  ]);
});

test.each([
  [
    'ids instead of items',
    [{ item: 'lamp', quantity: 2 }],
    '/0/item must be object, but is string (invalid rows: 1 of 1)',
  ],
  ['a wrapped list', { cart: [] }, 'the value must be array, but is object with the keys ["cart"]'],
])('rejects %s', (_what, value, problem) => {
  expect(parseInvalid(value)).toEqual({ lines: undefined, problems: [problem] });
});
