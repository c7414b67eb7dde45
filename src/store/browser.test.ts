import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayErrorsDuringUnload } from './browser';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = { error: { status: 'FETCH_ERROR' } };

test('returns an error at once', async () => {
  expect(await delayErrorsDuringUnload(Promise.resolve(failure))).toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('returns an error during unload only if the page is still there after the grace period', async () => {
  let fail = (_result: typeof failure) => {};
  const handleResult = vi.fn();
  const request = new Promise<typeof failure>((resolve) => {
    fail = resolve;
  });
  delayErrorsDuringUnload(request).then(handleResult);
  dispatchEvent(new Event('beforeunload'));
  fail(failure);
  await vi.advanceTimersByTimeAsync(4999);
  expect(handleResult).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(handleResult).toHaveBeenCalledExactlyOnceWith(failure);
});

test('returns a response during unload at once', async () => {
  const response: { data: string; error?: unknown } = { data: '[]' };
  const result = delayErrorsDuringUnload(Promise.resolve(response));
  dispatchEvent(new Event('beforeunload'));
  expect(await result).toBe(response);
});
