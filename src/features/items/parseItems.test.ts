import { expect, test } from 'vitest';
import { parseItems } from './parseItems';

const lamp = { _id: 'lamp', name: 'Lamp', description: 'Warm light.', category: 'Home', price: 39.5 };

/** The items of a response, and what is reported about it. */
function parse(value: unknown) {
  const problems: string[] = [];
  const items = parseItems(JSON.stringify(value), (problem) => problems.push(problem));
  return { items, problems };
}

test('keeps the fields of the contract, and drops others', () => {
  const [item] = parse([{ ...lamp, secret: 'x', __v: 0 }]).items ?? [];
  expect(item).toMatchObject(lamp);
  expect(item).not.toHaveProperty('secret');
  expect(item).not.toHaveProperty('__v');
});

test('accepts a price of 0; a missing description or category becomes empty', () => {
  const { _id, name } = lamp;
  for (const rest of [{}, { description: null, category: 7 }])
    expect(parse([{ _id, name, price: 0, ...rest }])).toMatchObject({
      items: [{ price: 0, description: '', category: '' }],
      problems: [],
    });
});

test.each([
  ['no id', { _id: undefined }, " must have required property '_id'"],
  ['an empty id', { _id: '' }, '/_id must be non-empty string, but is ""'],
  ['a number as its id', { _id: 1 }, '/_id must be non-empty string, but is 1'],
  ['no name', { name: undefined }, " must have required property 'name'"],
  ['an empty name', { name: '' }, '/name must be non-empty string, but is ""'],
  ['no price', { price: undefined }, " must have required property 'price'"],
  ['a string as its price', { price: '39.50' }, '/price must be number, but is "39.50"'],
  ['a null price', { price: null }, '/price must be number, but is null'],
  ['the id of an earlier row', { _id: 'valid' }, '/_id must be unique, but is "valid"'],
])('drops a row with %s', (_what, change, problem) => {
  const { items, problems } = parse([
    { ...lamp, _id: 'valid' },
    { ...lamp, ...change },
  ]);
  expect(items?.map(({ _id }) => _id)).toEqual(['valid']);
  expect(problems).toEqual([expect.stringContaining(`/1${problem}`)]);
  expect(problems).toEqual([expect.stringContaining('(invalid rows: 1 of 2)')]);
});

/** Responses of backends that have other names, types or shapes than openapi.yaml. */
test.each([
  [
    'prices of an SQL driver',
    [{ ...lamp, price: '18.50' }],
    '/0/price must be number, but is "18.50" (invalid rows: 1 of 1)',
  ],
  ['numeric ids', [{ ...lamp, _id: 1 }], '/0/_id must be non-empty string, but is 1 (invalid rows: 1 of 1)'],
  [
    'database seeds without ids',
    [
      { name: 'Lamp', image: '/lamp.jpg', price: 39.5, countInStock: 3 },
      { name: 'Mug', image: '/mug.jpg', price: 18.5, countInStock: 0 },
    ],
    `/0 must have required property '_id', but is object with the keys ["name","image","price","countInStock"] (invalid rows: 2 of 2)`,
  ],
  [
    'rows of a Shopify export',
    [{ Handle: 'lamp', Title: 'Lamp', 'Body (HTML)': '<p>Warm.</p>', 'Variant Price': '39.50' }],
    `/0 must have required property '_id', but is object with the keys ["Handle","Title","Body (HTML)","Variant Price"] (invalid rows: 1 of 1)`,
  ],
  [
    'rows of a WooCommerce export',
    [{ ID: 7, Name: 'Lamp', 'Regular price': '39.5', Categories: 'Home > Light' }],
    `/0 must have required property '_id', but is object with the keys ["ID","Name","Regular price","Categories"] (invalid rows: 1 of 1)`,
  ],
  [
    'a page of a list',
    { products: [{ id: 1, title: 'Lamp', price: 39.5 }], total: 1, skip: 0, limit: 30 },
    'the value must be array, but is object with the keys ["products","total","skip","limit"]',
  ],
  [
    'a wrapped empty list',
    { products: [] },
    'the value must be array, but is object with the keys ["products"]',
  ],
])('rejects %s, and says what to mend', (_what, value, problem) => {
  expect(parse(value)).toEqual({ items: undefined, problems: [problem] });
});

test('an empty list is a list', () => {
  expect(parse([])).toEqual({ items: [], problems: [] });
});

test('freezes the list and each item', () => {
  const { items } = parse([lamp]);
  expect(items).toSatisfy(Object.isFrozen);
  expect(items?.[0]).toSatisfy(Object.isFrozen);
});
