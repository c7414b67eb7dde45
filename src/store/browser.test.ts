import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayErrorsDuringUnload, UNLOAD_GRACE_MS } from './browser';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = { error: { status: 'FETCH_ERROR' } };

test('an error is returned at once if the page is not unloading', async () => {
  expect(await delayErrorsDuringUnload(Promise.resolve(failure))).toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

test('an error during unload is returned only if the page is still there after the grace period', async () => {
  let fail = (_result: typeof failure) => {};
  const handleResult = vi.fn();
  const request = new Promise<typeof failure>((resolve) => {
    fail = resolve;
  });
  delayErrorsDuringUnload(request).then(handleResult);
  dispatchEvent(new Event('beforeunload'));
  fail(failure);
  await vi.advanceTimersByTimeAsync(UNLOAD_GRACE_MS - 1);
  expect(handleResult).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(handleResult).toHaveBeenCalledExactlyOnceWith(failure);
});

test('a response during unload is returned at once', async () => {
  const response: { data: string; error?: unknown } = { data: '[]' };
  const result = delayErrorsDuringUnload(Promise.resolve(response));
  dispatchEvent(new Event('beforeunload'));
  expect(await result).toBe(response);
});
