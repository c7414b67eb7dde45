import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toldWhenStaying } from './browser';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = new TypeError('Failed to fetch');

test('a failure is told at once', async () => {
  await expect(toldWhenStaying(Promise.reject(failure))).rejects.toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure on the way to another page is told when the page has stayed after all', async () => {
  let fail = (_reason: Error) => {};
  const told = vi.fn();
  const answer = new Promise<Response>((_resolve, reject) => {
    fail = reject;
  });
  toldWhenStaying(answer).catch(told);
  dispatchEvent(new Event('beforeunload'));
  fail(failure);
  await vi.advanceTimersByTimeAsync(4999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(failure);
});

test('an answer on the way to another page is there at once', async () => {
  const answer = Response.json([]);
  const told = toldWhenStaying(Promise.resolve(answer));
  dispatchEvent(new Event('beforeunload'));
  expect(await told).toBe(answer);
});
