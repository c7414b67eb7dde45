import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { find, network } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { syncToken, tokenRead } from '../../store/tokenStorage';
import { cartApi } from '../cart/cartApi';
import { authApi } from './authApi';
import { followOtherTabs } from './authSlice';

test('the latest of several logins and signups in flight wins; an Add to Cart in flight is not aborted', async () => {
  const logIn = () => authApi.endpoints.login.initiate({ email: 'a@b.c', password: 'x' });
  const signUp = () => authApi.endpoints.signup.initiate({ name: 'A', email: 'a@b.c', password: 'x' });
  for (const [first, last, token] of [
    [logIn, signUp, 'of-signup'],
    [signUp, logIn, 'of-login'],
    [logIn, logIn, 'of-login'],
  ] as const) {
    const store = makeStore(fakeBrowser());
    network.backend.handle = async ({ url }) => Response.json({ token: `of-${url.split('/').at(-1)}` });
    const adding = store.dispatch(cartApi.endpoints.addToCart.initiate({ itemId: 'lamp', quantity: 1 }));
    const aborted = store.dispatch(first());
    await store.dispatch(last());
    expect((await aborted).error).toMatchObject({ name: 'AbortError' });
    expect(await adding).not.toHaveProperty('error');
    expect(store.getState().auth.token).toBe(token);
  }
});

test('follows another tab that changes the token or clears storage', () => {
  const dispatch = vi.fn();
  followOtherTabs(dispatch);
  for (const [key, times] of [
    ['token', 1],
    ['theme', 1],
    [null, 2],
  ] as const) {
    dispatchEvent(new StorageEvent('storage', { key }));
    expect(dispatch).toHaveBeenCalledTimes(times);
  }
});

test('reading the same token again keeps the cart', async () => {
  localStorage.setItem('token', 'abc');
  network.backend.handle = async () => Response.json([]);
  const store = makeStore(fakeBrowser());
  await store.dispatch(cartApi.endpoints.getCart.initiate());
  store.dispatch(tokenRead('abc'));
  expect(cartApi.endpoints.getCart.select()(store.getState()).data).toEqual([]);
});

test('keeps the session in memory if storage is full, until storage has a token', async () => {
  network.backend.handle = async () => Response.json({ token: 'of-the-page' });
  let stored: string | null = 'previous';
  const removeItem = () => {
    stored = null;
  };
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const store = makeStore(fakeBrowser({ getItem: () => stored, setItem, removeItem }));
  const token = () => store.getState().auth.token;
  await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@b.c', password: 'x' }));
  store.dispatch(syncToken());
  expect(token()).toBe('of-the-page');

  stored = 'of-another-tab';
  store.dispatch(syncToken());
  expect(token()).toBe('of-another-tab');
  stored = null;
  store.dispatch(syncToken());
  expect(token()).toBeNull();
});

test('does not send a token that was deleted from storage without an event', async () => {
  localStorage.setItem('token', 'abc');
  const store = makeStore(fakeBrowser());
  localStorage.removeItem('token');
  await store.dispatch(cartApi.endpoints.addToCart.initiate({ itemId: 'lamp', quantity: 1 }));
  expect(find('POST /cart/add')).toMatchObject([{ authorization: null }]);
});
