import { expect, test, vi } from 'vitest';
import { holdFailureDuringUnload } from './browser';

const hold = <Result extends { error?: unknown }>(request: Promise<Result>) =>
  holdFailureDuringUnload(request, ({ error }) => error !== undefined);

const failure = { error: { status: 'FETCH_ERROR' } };

test('an error is returned at once if the page is not unloading', async () => {
  expect(await hold(Promise.resolve(failure))).toBe(failure);
});

test.each(['click', 'popstate'])(
  'an error during unload is held back until the shopper uses the page again: %s',
  async (act) => {
    vi.useFakeTimers();
    let fail = (_result: typeof failure) => {};
    const handleResult = vi.fn();
    const request = new Promise<typeof failure>((resolve) => {
      fail = resolve;
    });
    hold(request).then(handleResult);
    // The click that leaves the page does not count.
    dispatchEvent(new Event(act));
    dispatchEvent(new Event('beforeunload'));
    fail(failure);
    const AN_HOUR_MS = 3_600_000;
    await vi.advanceTimersByTimeAsync(AN_HOUR_MS);
    vi.useRealTimers();
    expect(handleResult).not.toHaveBeenCalled();
    dispatchEvent(new Event(act));
    await vi.waitFor(() => expect(handleResult).toHaveBeenCalledExactlyOnceWith(failure));
  },
);

test('a response during unload is returned at once', async () => {
  const response: { data: string; error?: unknown } = { data: '[]' };
  const result = hold(Promise.resolve(response));
  dispatchEvent(new Event('beforeunload'));
  expect(await result).toBe(response);
});

test('after the request, the page has no listener that keeps it out of the bfcache', async () => {
  const add = vi.spyOn(window, 'addEventListener');
  const remove = vi.spyOn(window, 'removeEventListener');
  await hold(Promise.resolve(failure));
  expect(add.mock.calls).toHaveLength(1);
  expect(remove.mock.calls).toEqual(add.mock.calls);
});
