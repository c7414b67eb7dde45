import { expect, test } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { count, holdAnswer, network } from '../../tests/support/network';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import type { AppDispatch } from './state';

const { signup, login, getItems, getCart, addToCart, removeFromCart } = generatedApi.endpoints;
const ada = { email: 'ada@example.com', password: 'x' };

function makeTestStore() {
  const browser = fakeBrowser();
  return { alerts: browser.alerts, ...makeStore(browser) };
}

test.each<[string, (dispatch: AppDispatch) => Promise<unknown>, success: string[], failure: string[]]>([
  [
    'signup',
    (dispatch) => dispatch(signup.initiate({ ...ada, name: 'Ada' })),
    ['Signup successful'],
    ['Signup failed. Please try again.'],
  ],
  [
    'login',
    (dispatch) => dispatch(login.initiate(ada)),
    ['Login successful'],
    ['Login failed. Please check your credentials.'],
  ],
  ['getItems', (dispatch) => dispatch(getItems.initiate({})), [], []],
  ['getCart', (dispatch) => dispatch(getCart.initiate()), [], ['Please login to view your cart.']],
  [
    'addToCart',
    (dispatch) => dispatch(addToCart.initiate({ itemId: 'a' })),
    ['Item added to cart!'],
    ['Please login to add items to cart.'],
  ],
  [
    'removeFromCart',
    (dispatch) => dispatch(removeFromCart.initiate({ itemId: 'a' })),
    [],
    ['Error removing item.'],
  ],
])('%s says its success and its failure', async (id, request, success, failure) => {
  const isList = id === 'getItems' || id === 'getCart';
  network.backend.handle = async () => Response.json(isList ? [] : { token: 'abc' });
  const well = makeTestStore();
  await request(well.dispatch);
  expect(well.alerts).toEqual(success);

  for (const status of [401, 404, 500]) {
    network.backend.handle = async () => Response.json({}, { status });
    const ill = makeTestStore();
    await request(ill.dispatch);
    expect(ill.alerts).toEqual(failure);
  }
});

test('a request that is not needed, because its twin is under way, has not failed', async () => {
  const { alerts, dispatch } = makeTestStore();
  const answer = holdAnswer();
  const first = dispatch(getCart.initiate());
  const twin = dispatch(getCart.initiate());
  await expect.poll(() => count('GET /cart')).toBe(1);
  await answer(Response.json([]));
  await Promise.all([first, twin]);
  expect(count('GET /cart')).toBe(1);
  expect(alerts).toEqual([]);
});

test('a request that nobody waits for any more has not failed', async () => {
  const { alerts, dispatch } = makeTestStore();
  const answer = holdAnswer();
  const request = dispatch(getCart.initiate());
  await expect.poll(() => count('GET /cart')).toBe(1);
  request.abort();
  await request;
  await answer(Response.json({}, { status: 500 }));
  expect(alerts).toEqual([]);
});
