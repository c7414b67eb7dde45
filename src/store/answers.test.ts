import { expect, test } from 'vitest';
import { expectInConsole } from '../../tests/support/console';
import { isObject, isText, isToken, readJson, readNothing, readRows } from './answers';

const warnings = () => expectInConsole('warn', /rows left out/);
const ids = (body: string) =>
  readRows(body, 'getItems', ({ id }) => (typeof id === 'number' ? { id } : undefined));

test('JSON is read; anything else is undefined', () => {
  expect(readJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(readJson('null')).toBeNull();
  for (const body of ['', '<html>', '{"a":']) expect(readJson(body)).toBeUndefined();
});

test('rows that cannot be read are left out, with one warning that names the call and the contract', () => {
  const warn = warnings();
  expect(ids('[{"id":1},null,{"id":"2"},[3],"4",{"id":5}]')).toEqual([{ id: 1 }, { id: 5 }]);
  expect(warn.mock.calls).toEqual([['getItems: 4 of 6 rows left out; they do not fit openapi.yaml.']]);
});

test('good rows bring no warning', () => {
  const warn = warnings();
  expect(ids('[]')).toEqual([]);
  expect(ids('[{"id":1}]')).toEqual([{ id: 1 }]);
  expect(warn).not.toHaveBeenCalled();
});

test('a list is frozen, so that Immer does not go through it', () => {
  expect(ids('[{"id":1}]')).toSatisfy(Object.isFrozen);
});

test.each(['', 'null', '{}', '"list"', '{"items":[{"id":1}]}'])('%j is no list', (body) => {
  expect(ids(body)).toBeUndefined();
});

test('only a page is not accepted where the body counts for nothing', () => {
  for (const body of ['', '{}', 'added', 'a < b', '{"html":"<p>"}']) expect(readNothing(body)).toBeNull();
  for (const body of ['<!doctype html>', '\n  <html>']) expect(readNothing(body)).toBeUndefined();
});

test('an object is neither null nor a list', () => {
  expect(isObject({})).toBe(true);
  for (const value of [null, [], 'text', 1, undefined]) expect(isObject(value)).toBe(false);
});

test('a token is text that a header can carry', () => {
  for (const value of ['a', 'eyJhbGciOi.J9-_~+/=', '!~', 'x'.repeat(20_000)])
    expect(isToken(value)).toBe(true);
  for (const value of ['', ' ', 'a b', 'a\r\nb', '\na', 'a\n', 'töken', '…', null, undefined, 7, ['a']])
    expect(isToken(value)).toBe(false);
});

test('a text is not empty', () => {
  expect(isText('a')).toBe(true);
  for (const value of ['', null, 1, ['a']]) expect(isText(value)).toBe(false);
});
