import { expect, test } from 'vitest';
import { explainList, explainToken, findFieldProblem } from './problems';
import { isCount, isFiniteNumber, isNonEmptyString } from './responses';

const fields = { name: isNonEmptyString, price: isFiniteNumber, quantity: isCount };
const mug = { name: 'Mug', price: 18.5, quantity: 1 };

test.each([
  [{ ...mug, price: '18.50' }, '/price must be number, but is "18.50"'],
  [{ ...mug, price: { amount: 18.5 } }, '/price must be number, but is {"amount":18.5}'],
  [{ ...mug, name: '' }, '/name must be non-empty string, but is ""'],
  [{ ...mug, name: null }, '/name must be non-empty string, but is null'],
  [{ ...mug, quantity: 1.5 }, '/quantity must be safe integer >= 1, but is 1.5'],
  [
    { id: 1, title: 'Mug' },
    ` must have required property 'name', but is object with the keys ["id","title"]`,
  ],
  ['Mug', ' must be object, but is string'],
  [null, ' must be object, but is null'],
  [[mug], ' must be object, but is array'],
])('%j: %s', (row, problem) => {
  expect(findFieldProblem(row, fields)).toBe(problem);
});

test('a valid row has no problem, and the path of a nested object is part of the problem', () => {
  expect(findFieldProblem(mug, fields)).toBeUndefined();
  expect(findFieldProblem({}, fields, '/item')).toBe(
    `/item must have required property 'name', but is object with the keys []`,
  );
});

test('a list is explained by its first invalid row, and their number', () => {
  const findProblem = (row: unknown) => (row === 1 ? undefined : ' must be 1');
  expect(explainList([1, 2, 1, 3], findProblem)).toBe('/1 must be 1 (invalid rows: 2 of 4)');
});

test.each([
  [{ products: [], total: 2 }, 'the value must be array, but is object with the keys ["products","total"]'],
  ['tok_1', 'the value must be array, but is string'],
  [null, 'the value must be array, but is null'],
  [undefined, 'the response is not JSON'],
])('no list: %j', (value, problem) => {
  expect(explainList(value, () => undefined)).toBe(problem);
});

test('long values and long lists of keys are cut off', () => {
  const long = 'x'.repeat(5000);
  expect(findFieldProblem({ ...mug, price: long }, fields)?.length).toBeLessThan(200);
  expect(explainList({ [long]: 1 }, () => undefined).length).toBeLessThan(200);
});

test('a response without a usable token is explained without showing any value', () => {
  expect(explainToken({ accessToken: 'secret' })).toBe(
    `the value must have required property 'token', but is object with the keys ["accessToken"]`,
  );
  expect(explainToken({ token: 'sec ret' })).toBe('/token must be string of visible ASCII characters');
  expect(explainToken('secret')).toBe(`the value must have required property 'token', but is string`);
  expect(explainToken(undefined)).toBe('the response is not JSON');
});
