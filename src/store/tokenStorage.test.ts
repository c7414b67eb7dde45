import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { deleteToken, readToken, storeToken } from './tokenStorage';

const blocked = {
  ...fakeBrowser(),
  getStorage: (): Storage => {
    throw new DOMException('blocked', 'SecurityError');
  },
};

test("stores the token under 'token'; a missing or empty one is null", () => {
  const browser = fakeBrowser();
  expect(readToken(browser)).toBeNull();
  storeToken(browser, 'abc');
  expect(localStorage.getItem('token')).toBe('abc');
  expect(readToken(browser)).toBe('abc');
  deleteToken(browser);
  expect(localStorage.getItem('token')).toBeNull();
  localStorage.setItem('token', '');
  expect(readToken(browser)).toBeNull();
});

test('does not throw if storage is blocked', () => {
  expect(readToken(blocked)).toBeNull();
  storeToken(blocked, 'abc');
  expect(readToken(blocked)).toBeNull();
  deleteToken(blocked);
});

test("removes the previous shopper's token if storage is full", () => {
  const removeItem = vi.fn();
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  storeToken(fakeBrowser({ getItem: () => 'previous', setItem, removeItem }), 'abc');
  expect(removeItem).toHaveBeenCalledExactlyOnceWith('token');
});
