import { expect, test } from 'vitest';
import { allowInConsole } from '../../tests/support/console';
import { isNonEmptyString, isObject, isValidToken, parseJson, parseRows, rejectHtml } from './responses';

const spyOnWarnings = () => allowInConsole('warn', /rows: invalid or repeated/);
const parseIds = (body: string) =>
  parseRows(body, 'getItems', ({ id }) => (typeof id === 'number' ? { id } : undefined));

test('parses JSON; anything else is undefined', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  for (const body of ['', '<html>', '{"a":']) expect(parseJson(body)).toBeUndefined();
});

test('drops invalid rows with one warning that names the operation', () => {
  const warn = spyOnWarnings();
  expect(parseIds('[{"id":1},null,{"id":"2"},[3],"4",{"id":5}]')).toEqual([{ id: 1 }, { id: 5 }]);
  expect(warn.mock.calls).toEqual([['getItems: dropped 4 of 6 rows: invalid or repeated.']]);
});

test('does not warn about valid rows', () => {
  const warn = spyOnWarnings();
  expect(parseIds('[]')).toEqual([]);
  expect(parseIds('[{"id":1}]')).toEqual([{ id: 1 }]);
  expect(warn).not.toHaveBeenCalled();
});

test.each(['', 'null', '{}', '"list"', '{"items":[{"id":1}]}'])('%j is not a list', (body) => {
  expect(parseIds(body)).toBeUndefined();
});

test('rejectHtml accepts any body except an HTML page', () => {
  for (const body of ['', '{}', 'added', 'a < b', '{"html":"<p>"}']) expect(rejectHtml(body)).toBeNull();
  for (const body of ['<!doctype html>', '\n  <html>']) expect(rejectHtml(body)).toBeUndefined();
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
