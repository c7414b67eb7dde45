import { expect, test } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { count, holdResponse } from '../../tests/support/network';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import { messages } from './messages';

function makeTestStore() {
  const browser = fakeBrowser();
  return { shown: browser.shown, ...makeStore(browser) };
}

test("the alerts are those of the owner's specification, word for word, and no other", () => {
  const alerts = Object.entries(messages).flatMap(([name, row]) =>
    Object.entries(row).map(([outcome, text]) => `${name} ${outcome}: ${text}`),
  );
  expect(alerts).toEqual([
    'signup success: Signup successful',
    'signup failure: Signup failed. Please try again.',
    'login success: Login successful',
    'login failure: Login failed. Please check your credentials.',
    'getCart failure: Please login to view your cart.',
    'addToCart success: Item added to cart!',
    'addToCart failure: Please login to add items to cart.',
    'removeFromCart failure: Error removing item.',
  ]);
});

test('a duplicate of a request in flight is not a failure', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const load = () => dispatch(generatedApi.endpoints.getCart.initiate());
  const requests = [load(), load()];
  await expect.poll(() => count('GET /cart')).toBe(1);
  await respond(Response.json([]));
  await Promise.all(requests);
  expect(count('GET /cart')).toBe(1);
  expect(shown).toEqual([]);
});

test('a request that fails while the page unloads raises its alert when the shopper uses the page again', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const request = dispatch(generatedApi.endpoints.getCart.initiate());
  await expect.poll(() => count('GET /cart')).toBe(1);
  dispatchEvent(new Event('beforeunload'));
  await respond(Response.json({}, { status: 500 }));
  // A later request: by its end, the first one would have raised its alert.
  await dispatch(generatedApi.endpoints.getItems.initiate({}));
  expect(shown).toEqual([]);
  dispatchEvent(new Event('click'));
  await request;
  expect(shown).toEqual([messages.getCart.failure]);
});
