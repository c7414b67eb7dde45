import { expect, test, vi } from 'vitest';
import {
  isCount,
  isNonEmptyString,
  isObject,
  isValidToken,
  parseJson,
  parseRows,
  rejectHtml,
} from './responses';

const isNumber = (row: unknown) => typeof row === 'number';

/** Parses a list of numbers. Returns the valid rows, and the values that were reported. */
function parseNumbers(body: string) {
  const reported: unknown[] = [];
  const rows = parseRows(body, isNumber, (value) => reported.push(value));
  return { valid: rows?.valid, all: rows?.all, reported };
}

test('parses JSON; anything else is undefined', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  for (const body of ['', '<html>', '{"a":']) expect(parseJson(body)).toBeUndefined();
});

test('keeps the valid rows, and reports a list with others once', () => {
  const list = [1, null, '2', [3], 5];
  expect(parseNumbers(JSON.stringify(list))).toEqual({ valid: [1, 5], all: list, reported: [list] });
});

test.each([[[]], [[1]]])('reports nothing about %j', (list) => {
  expect(parseNumbers(JSON.stringify(list))).toEqual({ valid: list, all: list, reported: [] });
});

test.each(['null', '{}', '"list"', '{"items":[1]}', '["1"]', '[null,{}]'])('%s is not usable', (body) => {
  expect(parseNumbers(body)).toEqual({ reported: [JSON.parse(body)] });
});

test('text that is not JSON is not usable', () => {
  expect(parseNumbers('<html>')).toEqual({ reported: [undefined] });
});

test('rejectHtml accepts any body except an HTML page', () => {
  const report = vi.fn();
  for (const body of ['', '{}', 'added', 'a < b', '{"html":"<p>"}'])
    expect(rejectHtml(body, report)).toBeNull();
  for (const body of ['<!doctype html>', '\n  <html>']) expect(rejectHtml(body, report)).toBeUndefined();
  expect(report).toHaveBeenCalledTimes(2);
});

test('null and lists are not objects', () => {
  expect(isObject({})).toBe(true);
  for (const value of [null, [], 'text', 1, undefined]) expect(isObject(value)).toBe(false);
});

test('a token contains visible ASCII only', () => {
  for (const value of ['a', 'eyJhbGciOi.J9-_~+/=', '!~', 'x'.repeat(20_000)])
    expect(isValidToken(value)).toBe(true);
  for (const value of ['', ' ', 'a b', 'a\r\nb', '\na', 'a\n', 'töken', '…', null, undefined, 7, ['a']])
    expect(isValidToken(value)).toBe(false);
});

test('isNonEmptyString accepts only strings with at least one character', () => {
  expect(isNonEmptyString('a')).toBe(true);
  for (const value of ['', null, 1, ['a']]) expect(isNonEmptyString(value)).toBe(false);
});

test('a count is a whole number from 1 on that can be added up exactly', () => {
  for (const value of [1, 2, 1_000_000]) expect(isCount(value)).toBe(true);
  for (const value of [0, -1, 1.5, 1e21, Number.NaN, '2', null, undefined])
    expect(isCount(value)).toBe(false);
});
