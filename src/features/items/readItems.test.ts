import { expect, test } from 'vitest';
import { expectInConsole } from '../../../tests/support/console';
import { readItems } from './readItems';

const lamp = { _id: 'lamp', name: 'Lamp', description: 'Warm light.', category: 'Home', price: 39.5 };

test('an item keeps what the contract names, and nothing else', () => {
  expect(readItems(JSON.stringify([{ ...lamp, secret: 'x', __v: 0 }]))).toEqual([lamp]);
});

test('a free item is an item; a missing description or category is empty', () => {
  const { _id, name } = lamp;
  for (const rest of [{}, { description: null, category: 7 }])
    expect(readItems(JSON.stringify([{ _id, name, price: 0, ...rest }]))).toEqual([
      { _id, name, price: 0, description: '', category: '' },
    ]);
});

test.each([
  ['no id', { _id: undefined }],
  ['an empty id', { _id: '' }],
  ['a number as its id', { _id: 1 }],
  ['no name', { name: undefined }],
  ['an empty name', { name: '' }],
  ['no price', { price: undefined }],
  ['a price as text', { price: '39.50' }],
  ['a null price', { price: null }],
])('a row with %s is no item', (_what, change) => {
  const warn = expectInConsole('warn', /rows left out/);
  expect(readItems(JSON.stringify([{ ...lamp, ...change }, lamp]))).toEqual([lamp]);
  expect(warn.mock.calls).toEqual([['getItems: 1 of 2 rows left out; they do not fit openapi.yaml.']]);
});

test('each id comes once: the first row with it counts', () => {
  expectInConsole('warn', /rows left out/);
  expect(readItems(JSON.stringify([lamp, { ...lamp, name: 'Twin' }]))).toEqual([lamp]);
});

test('what is no list is not read', () => {
  expect(readItems('{"items":[]}')).toBeUndefined();
});
