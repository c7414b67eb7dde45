import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toldWhenStaying } from './browser';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = { error: { status: 'FETCH_ERROR' } };

test('a failure is told at once', async () => {
  expect(await toldWhenStaying(Promise.resolve(failure))).toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure on the way to another page is told when the page has stayed after all', async () => {
  let fail = (_result: typeof failure) => {};
  const told = vi.fn();
  const call = new Promise<typeof failure>((resolve) => {
    fail = resolve;
  });
  toldWhenStaying(call).then(told);
  dispatchEvent(new Event('beforeunload'));
  fail(failure);
  await vi.advanceTimersByTimeAsync(4999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(failure);
});

test('an answer on the way to another page is there at once', async () => {
  const answer: { data: string; error?: unknown } = { data: '[]' };
  const told = toldWhenStaying(Promise.resolve(answer));
  dispatchEvent(new Event('beforeunload'));
  expect(await told).toBe(answer);
});
