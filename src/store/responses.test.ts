import { expect, test, vi } from 'vitest';
import { responseProblem } from '../../tests/support/calls';
import { type Fields, findProblem, isValidToken, parseJson, parseRows, rejectHtml } from './responses';

/** Parses a list of numbers. Returns the valid rows, and the problems that were reported. */
function parseNumbers(body: string) {
  const problems: string[] = [];
  const findNumberProblem = (row: unknown, path: string) =>
    typeof row === 'number' ? undefined : `${path} must be number`;
  const rows = parseRows<number>(body, findNumberProblem, (problem) => problems.push(problem));
  return { valid: rows?.valid, all: rows?.all, problems };
}

test('parses JSON; anything else is undefined, and reported', () => {
  const report = vi.fn();
  expect(parseJson('{"a":[1]}', report)).toEqual({ a: [1] });
  expect(parseJson('null', report)).toBeNull();
  expect(report).not.toHaveBeenCalled();
  for (const body of ['', '<html>', '{"a":']) expect(parseJson(body, report)).toBeUndefined();
  expect(report.mock.calls).toEqual(Array(3).fill(['the response is not JSON']));
});

test('keeps the valid rows, and reports the first problem and the number of invalid rows', () => {
  const list = [1, null, '2', [3], 5];
  expect(parseNumbers(JSON.stringify(list))).toEqual({
    valid: [1, 5],
    all: list,
    problems: ['/1 must be number (invalid rows: 3 of 5)'],
  });
});

test.each([[[]], [[1]]])('reports nothing about %j', (list) => {
  expect(parseNumbers(JSON.stringify(list))).toEqual({ valid: list, all: list, problems: [] });
});

test.each([
  ['null', 'the value must be array, but is null'],
  ['"list"', 'the value must be array, but is string'],
  ['{"items":[1],"total":1}', 'the value must be array, but is object with the keys ["items","total"]'],
  ['["1"]', '/0 must be number (invalid rows: 1 of 1)'],
  ['[null,{}]', '/0 must be number (invalid rows: 2 of 2)'],
  ['<html>', 'the response is not JSON'],
])('%s is not usable: %s', (body, problem) => {
  expect(parseNumbers(body)).toEqual({ problems: [problem] });
});

const fields: Fields = { name: 'non-empty string', price: 'number', quantity: 'safe integer >= 1' };
const mug = { name: 'Mug', price: 18.5, quantity: 1 };

test.each([
  [{ ...mug, price: '18.50' }, '/price must be number, but is "18.50"'],
  [{ ...mug, price: { amount: 18.5 } }, '/price must be number, but is {"amount":18.5}'],
  [{ ...mug, name: '' }, '/name must be non-empty string, but is ""'],
  [{ ...mug, name: null }, '/name must be non-empty string, but is null'],
  [{ ...mug, name: ['a'] }, '/name must be non-empty string, but is ["a"]'],
  [
    { id: 1, title: 'Mug' },
    `the value must have required property 'name', but is object with the keys ["id","title"]`,
  ],
  ['Mug', 'the value must be object, but is string'],
  [null, 'the value must be object, but is null'],
  [[mug], 'the value must be object, but is array'],
])('%j: %s', (value, problem) => {
  expect(findProblem(value, fields)).toBe(problem);
  expect(`getItem: ${problem}`).toMatch(responseProblem);
});

test('a valid object has no problem, and a problem begins with the path of its object', () => {
  expect(findProblem(mug, fields)).toBeUndefined();
  expect(findProblem({}, fields, '/3/item')).toBe(
    `/3/item must have required property 'name', but is object with the keys []`,
  );
  expect(findProblem({ ...mug, name: 1 }, fields, '/3/item')).toMatch(/^\/3\/item\/name must be/);
});

test('a count is a whole number from 1 on that can be added up exactly', () => {
  for (const quantity of [1, 2, 1_000_000]) expect(findProblem({ ...mug, quantity }, fields)).toBeUndefined();
  for (const quantity of [0, -1, 1.5, 1e21, Number.NaN, '2', null])
    expect(findProblem({ ...mug, quantity }, fields)).toMatch('/quantity must be safe integer >= 1');
});

test('long values and long lists of keys are cut off', () => {
  const long = 'x'.repeat(5000);
  expect(findProblem({ ...mug, price: long }, fields)?.length).toBeLessThan(200);
  expect(findProblem({ [long]: 1 }, fields)?.length).toBeLessThan(200);
});

test('rejectHtml accepts any body except an HTML page', () => {
  const report = vi.fn();
  for (const body of ['', '{}', 'added', 'a < b', '{"html":"<p>"}'])
    expect(rejectHtml(body, report)).toBeNull();
  for (const body of ['<!doctype html>', '\n  <html>']) expect(rejectHtml(body, report)).toBeUndefined();
  expect(report).toHaveBeenCalledTimes(2);
});

test('a token contains visible ASCII only', () => {
  for (const value of ['a', 'eyJhbGciOi.J9-_~+/=', '!~', 'x'.repeat(20_000)])
    expect(isValidToken(value)).toBe(true);
  for (const value of ['', ' ', 'a b', 'a\r\nb', '\na', 'a\n', 'töken', '…', null, undefined, 7, ['a']])
    expect(isValidToken(value)).toBe(false);
});
