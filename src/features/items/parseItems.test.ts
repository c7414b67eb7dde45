import { expect, test } from 'vitest';
import { allowInConsole } from '../../../tests/support/console';
import { parseItems } from './parseItems';

const lamp = { _id: 'lamp', name: 'Lamp', description: 'Warm light.', category: 'Home', price: 39.5 };

const idsOf = (rows: unknown[]) => parseItems(JSON.stringify(rows))?.map(({ _id }) => _id);

test('keeps the fields of the contract, and drops others', () => {
  const [item] = parseItems(JSON.stringify([{ ...lamp, secret: 'x', __v: 0 }])) ?? [];
  expect(item).toMatchObject(lamp);
  expect(item).not.toHaveProperty('secret');
  expect(item).not.toHaveProperty('__v');
});

test('accepts a price of 0; a missing description or category becomes empty', () => {
  const { _id, name } = lamp;
  for (const rest of [{}, { description: null, category: 7 }])
    expect(parseItems(JSON.stringify([{ _id, name, price: 0, ...rest }]))).toMatchObject([
      { price: 0, description: '', category: '' },
    ]);
});

test.each([
  ['no id', { _id: undefined }],
  ['an empty id', { _id: '' }],
  ['a number as its id', { _id: 1 }],
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['no price', { price: undefined }],
  ['a string as its price', { price: '39.50' }],
  ['a null price', { price: null }],
])('drops a row with %s', (_what, change) => {
  const warn = allowInConsole('warn', /rows: invalid or repeated/);
  expect(
    idsOf([
      { ...lamp, ...change },
      { ...lamp, _id: 'valid' },
    ]),
  ).toEqual(['valid']);
  expect(warn.mock.calls).toEqual([['getItems: dropped 1 of 2 rows: invalid or repeated.']]);
});

test('keeps the first of two rows with the same id', () => {
  allowInConsole('warn', /rows: invalid or repeated/);
  expect(parseItems(JSON.stringify([lamp, { ...lamp, name: 'Duplicate' }]))?.map(({ name }) => name)).toEqual(
    ['Lamp'],
  );
});

test('rejects a body that is not a list', () => {
  expect(parseItems('{"items":[]}')).toBeUndefined();
});

test('freezes the list and each item', () => {
  const items = parseItems(JSON.stringify([lamp]));
  expect(items).toSatisfy(Object.isFrozen);
  expect(items?.[0]).toSatisfy(Object.isFrozen);
});
