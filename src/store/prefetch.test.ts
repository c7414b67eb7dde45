import { afterEach, expect, test, vi } from 'vitest';
import { prefetch, takePrefetched } from './prefetch';

afterEach(() => {
  globalThis.prefetched = undefined;
  vi.unstubAllGlobals();
});

/** A request to the API, with its absolute URL. */
const request = (path: string, token?: string) =>
  new Request(
    `http://localhost:3000/api${path}`,
    token ? { headers: { authorization: `Bearer ${token}` } } : {},
  );

test('the prefetched response is returned once', async () => {
  vi.stubGlobal('fetch', async () => new Response('the list'));
  globalThis.prefetched = prefetch('/items?priceMin=3&category=a+b');
  const response = takePrefetched(request('/items?priceMin=3&category=a+b'));
  expect(await (await response)?.text()).toBe('the list');
  expect(takePrefetched(request('/items?priceMin=3&category=a+b'))).toBeUndefined();
});

test.each([
  ['other filters', request('/items?priceMin=4')],
  ['another path', request('/cart?priceMin=3')],
  ['a token', request('/items?priceMin=3', 'secret')],
])('a request with %s does not get the prefetched response', (_name, other) => {
  vi.stubGlobal('fetch', async () => new Response());
  globalThis.prefetched = prefetch('/items?priceMin=3');
  expect(takePrefetched(other)).toBeUndefined();
});

test('aborting the request aborts the prefetched one', () => {
  vi.stubGlobal('fetch', async () => new Response());
  const prefetched = prefetch('/cart', 'secret');
  globalThis.prefetched = prefetched;
  const { headers, url } = request('/cart', 'secret');
  const controller = new AbortController();
  takePrefetched(new Request(url, { headers, signal: controller.signal }));
  controller.abort();
  expect(prefetched.controller.signal.aborted).toBe(true);
});
