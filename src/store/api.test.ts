import { expect, test, vi } from 'vitest';
import { readContract } from '../../contract/readContract';
import type { OperationId } from '../../mocks/operations';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { contract, network, operationOf } from '../../tests/support/network';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import type { AppDispatch } from './state';

const makeTestStore = () => {
  const alert = vi.fn();
  return { alert, ...makeStore({ ...fakeBrowser(), alert }) };
};

const answer = (body: BodyInit | null, init?: ResponseInit) => {
  network.backend.handle = async () => new Response(body, init);
};

const { signup, login, getItems, getCart, addToCart, removeFromCart } = generatedApi.endpoints;

/** One call of each endpoint. */
const requests = {
  signup: (dispatch) => dispatch(signup.initiate({ name: 'Ada', email: 'ada@example.com', password: 'x' })),
  login: (dispatch) => dispatch(login.initiate({ email: 'ada@example.com', password: 'x' })),
  getItems: (dispatch) => dispatch(getItems.initiate({})),
  getCart: (dispatch) => dispatch(getCart.initiate()),
  addToCart: (dispatch) => dispatch(addToCart.initiate({ itemId: 'a' })),
  removeFromCart: (dispatch) => dispatch(removeFromCart.initiate({ itemId: 'a' })),
} satisfies Record<OperationId, (dispatch: AppDispatch) => PromiseLike<{ error?: unknown }>>;

test('the token goes on exactly the operations that have security in openapi.yaml', async () => {
  localStorage.setItem('token', 'a-token');
  for (const { id, isSecured } of readContract<OperationId>(contract)) {
    network.calls = [];
    answer('[]');
    await requests[id](makeTestStore().dispatch);
    const [call] = network.calls;
    expect([operationOf(call?.call), call?.authorization]).toEqual([id, isSecured ? 'Bearer a-token' : null]);
  }
});

test('without a token no call has an Authorization header', async () => {
  answer('{}', { status: 401 });
  for (const request of Object.values(requests)) await request(makeTestStore().dispatch);
  expect(network.calls).toHaveLength(Object.keys(requests).length);
  for (const { authorization } of network.calls) expect(authorization).toBeNull();
});

test.each(['a\r\nx-forged: 1', 'töken', 'token…'])(
  'a stored token that is no header (%j) fails locally',
  async (token) => {
    localStorage.setItem('token', token);
    const store = makeTestStore();
    await requests.getCart(store.dispatch);
    expect(store.alert).toHaveBeenCalledExactlyOnceWith('Please login to view your cart.');
    expect(network.calls.filter(({ authorization }) => authorization !== null)).toEqual([]);
    expect(JSON.stringify(store.getState().api)).not.toContain(token);
  },
);

test.each([
  ['a missing token', {}],
  ['null', { token: null }],
  ['a number', { token: 42 }],
  ['an empty text', { token: '' }],
  ['a line break', { token: 'a\r\nx-forged: 1' }],
  ['letters that no header takes', { token: 'töken…' }],
  ['a list', [{ token: 'wrapped' }]],
  ['null as the answer', null],
])('a login answered with %s is a failure and stores nothing', async (_name, body) => {
  answer(JSON.stringify(body));
  const store = makeTestStore();
  await requests.login(store.dispatch);
  expect(store.alert).toHaveBeenCalledExactlyOnceWith('Login failed. Please check your credentials.');
  expect(localStorage.getItem('token')).toBeNull();
  expect(store.getState().auth.token).toBeNull();
});

test.each(['addToCart', 'removeFromCart'] as const)(
  'any 2xx is a success of %s, whatever its body',
  async (id) => {
    for (const [body, status] of [
      ['', 200],
      [null, 204],
      ['added', 201],
      ['{broken', 200],
      ['null', 202],
    ] as const) {
      answer(body, { status });
      const { error } = await requests[id](makeTestStore().dispatch);
      expect(error).toBeUndefined();
    }
  },
);

test('an HTML page is an answer of something else than the API', async () => {
  answer('\n<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });
  for (const [id, request] of Object.entries(requests)) {
    const { error } = await request(makeTestStore().dispatch);
    expect([id, error]).toEqual([id, expect.anything()]);
  }
});

test('no body of an answer reaches the state of a failed request', async () => {
  answer('{"secret":"hunter2"}', { status: 401 });
  const store = makeTestStore();
  for (const request of Object.values(requests)) await request(store.dispatch);
  expect(JSON.stringify(store.getState())).not.toContain('hunter2');
});

test('two stores share nothing', async () => {
  const [one, other] = [makeTestStore(), makeTestStore()];
  await requests.getItems(one.dispatch);
  expect(Object.keys(one.getState().api.queries)).toHaveLength(1);
  expect(other.getState().api.queries).toEqual({});
});
