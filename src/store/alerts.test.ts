import { expect, test } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { count, holdAnswer, network } from '../../tests/support/network';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import type { EndpointName } from './messages';
import type { AppDispatch } from './state';

const { signup, login, getItems, getCart, addToCart, removeFromCart } = generatedApi.endpoints;
const ada = { email: 'ada@example.com', password: 'x' };

function makeTestStore() {
  const browser = fakeBrowser();
  return { alerts: browser.alerts, ...makeStore(browser) };
}

type Outcomes = {
  request: (dispatch: AppDispatch) => Promise<unknown>;
  success?: string;
  failure?: string;
};

const outcomes: Record<EndpointName, Outcomes> = {
  signup: {
    request: (dispatch) => dispatch(signup.initiate({ ...ada, name: 'Ada' })),
    success: 'Signup successful',
    failure: 'Signup failed. Please try again.',
  },
  login: {
    request: (dispatch) => dispatch(login.initiate(ada)),
    success: 'Login successful',
    failure: 'Login failed. Please check your credentials.',
  },
  getItems: { request: (dispatch) => dispatch(getItems.initiate({})) },
  getCart: {
    request: (dispatch) => dispatch(getCart.initiate()),
    failure: 'Please login to view your cart.',
  },
  addToCart: {
    request: (dispatch) => dispatch(addToCart.initiate({ itemId: 'a' })),
    success: 'Item added to cart!',
    failure: 'Please login to add items to cart.',
  },
  removeFromCart: {
    request: (dispatch) => dispatch(removeFromCart.initiate({ itemId: 'a' })),
    failure: 'Error removing item.',
  },
};

test.each(Object.entries(outcomes))(
  '%s says its success and its failure',
  async (id, { request, success, failure }) => {
    const isList = id === 'getItems' || id === 'getCart';
    network.backend.handle = async () => Response.json(isList ? [] : { token: 'abc' });
    const well = makeTestStore();
    await request(well.dispatch);
    expect(well.alerts).toEqual(success ? [success] : []);

    for (const status of [401, 404, 500]) {
      network.backend.handle = async () => Response.json({}, { status });
      const ill = makeTestStore();
      await request(ill.dispatch);
      expect(ill.alerts).toEqual(failure ? [failure] : []);
    }
  },
);

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
