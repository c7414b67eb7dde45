import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { count, network } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { followStorage, storageRead } from '../../store/session';
import { deleteToken, readToken, storeToken } from '../../store/tokenStorage';
import { cartApi } from '../cart/cartApi';
import { authApi } from './authApi';
import { followStoredToken, logOut, submit } from './authSlice';

const blocked = {
  ...fakeBrowser(),
  get localStorage(): Storage {
    throw new DOMException('blocked', 'SecurityError');
  },
};

test("the token is stored under 'token'; none and an empty one are null", () => {
  const browser = fakeBrowser();
  expect(readToken(browser)).toBeNull();
  storeToken(browser, 'abc');
  expect(localStorage.getItem('token')).toBe('abc');
  expect(readToken(browser)).toBe('abc');
  deleteToken(browser);
  expect(localStorage.getItem('token')).toBeNull();
  localStorage.setItem('token', '');
  expect(readToken(browser)).toBeNull();
});

test('where storage is blocked there is no token, and nothing throws', () => {
  expect(readToken(blocked)).toBeNull();
  storeToken(blocked, 'abc');
  expect(readToken(blocked)).toBeNull();
  deleteToken(blocked);
});

test('a full storage does not keep the token of the shopper before', () => {
  const removeItem = vi.fn();
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  storeToken(fakeBrowser({ getItem: () => null, setItem, removeItem }), 'abc');
  expect(removeItem).toHaveBeenCalledExactlyOnceWith('token');
});

test('a login and a signup bring their token into the state and into storage', async () => {
  for (const [token, call] of [
    ['from-login', authApi.endpoints.login.initiate({ email: 'a@b.c', password: 'x' })],
    ['from-signup', authApi.endpoints.signup.initiate({ name: 'A', email: 'a@b.c', password: 'x' })],
  ] as const) {
    network.backend.handle = async () => Response.json({ token });
    const store = makeStore(fakeBrowser());
    await store.dispatch(call as ReturnType<typeof authApi.endpoints.login.initiate>);
    expect(store.getState().auth.token).toBe(token);
    expect(localStorage.getItem('token')).toBe(token);
  }
});

test('Logout takes the token from the state and from storage and reloads the page, once', () => {
  localStorage.setItem('token', 'abc');
  const browser = fakeBrowser();
  const store = makeStore(browser);
  expect(store.getState().auth.token).toBe('abc');
  expect(browser.reload).not.toHaveBeenCalled();
  store.dispatch(logOut());
  expect(store.getState().auth.token).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  expect(browser.reload).toHaveBeenCalledOnce();
});

test('of a login and a signup under way, the last submitted counts; an addition goes on beside them', async () => {
  const person = { name: 'A', email: 'a@b.c', password: 'x' };
  for (const [first, last] of [
    ['login', 'signup'],
    ['signup', 'login'],
  ] as const) {
    const store = makeStore(fakeBrowser());
    network.backend.handle = async ({ url }) => Response.json({ token: url.replace(/.*\//, 'of-') });
    const adding = store.dispatch(authApi.endpoints.addToCart.initiate({ itemId: 'lamp', quantity: 1 }));
    const dropped = store.dispatch(submit(first, person));
    await store.dispatch(submit(last, person));
    expect((await dropped).error).toMatchObject({ name: 'AbortError' });
    expect(await adding).not.toHaveProperty('error');
    expect(store.getState().auth.token).toBe(`of-${last}`);
  }
});

test('another tab is followed where it has changed the token, or cleared everything', () => {
  const dispatch = vi.fn();
  followStoredToken(dispatch);
  for (const [key, times] of [
    ['token', 1],
    ['theme', 1],
    [null, 2],
  ] as const) {
    dispatchEvent(new StorageEvent('storage', { key }));
    expect(dispatch).toHaveBeenCalledTimes(times);
  }
});

test("another tab's token counts, and what was loaded with the one before is forgotten", async () => {
  network.backend.handle = async () => Response.json([]);
  const store = makeStore(fakeBrowser());
  const cart = () => cartApi.endpoints.getCart.select()(store.getState()).data;
  await store.dispatch(authApi.endpoints.getCart.initiate());
  expect(cart()).toEqual([]);
  store.dispatch(storageRead('other'));
  expect(store.getState().auth.token).toBe('other');
  expect(cart()).toBeNull();
});

test('the same token again forgets nothing', async () => {
  localStorage.setItem('token', 'abc');
  network.backend.handle = async () => Response.json([]);
  const store = makeStore(fakeBrowser());
  await store.dispatch(authApi.endpoints.getCart.initiate());
  store.dispatch(storageRead('abc'));
  expect(cartApi.endpoints.getCart.select()(store.getState()).data).toEqual([]);
});

test('where storage takes no token, the session lives in the page until storage has one', async () => {
  network.backend.handle = async () => Response.json({ token: 'of-the-page' });
  let stored: string | null = null;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const store = makeStore(fakeBrowser({ getItem: () => stored, setItem, removeItem: () => {} }));
  const token = () => store.getState().auth.token;
  await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@b.c', password: 'x' }));
  store.dispatch(followStorage());
  expect(token()).toBe('of-the-page');

  stored = 'of-another-tab';
  store.dispatch(followStorage());
  expect(token()).toBe('of-another-tab');
  stored = null;
  store.dispatch(followStorage());
  expect(token()).toBeNull();
});

test('a token that is taken out of storage without an event is not sent', async () => {
  localStorage.setItem('token', 'abc');
  const store = makeStore(fakeBrowser());
  localStorage.removeItem('token');
  await store.dispatch(authApi.endpoints.addToCart.initiate({ itemId: 'lamp', quantity: 1 }));
  expect(network.calls).toMatchObject([{ call: 'POST /cart/add', authorization: null }]);
});

test('who has logged out sends nothing more', async () => {
  const store = makeStore(fakeBrowser());
  store.dispatch(logOut());
  store.dispatch(authApi.endpoints.getItems.initiate({}));
  // A round trip: the call would have left before it.
  await fetch('http://localhost:3000/api/auth/login');
  expect(count('GET /items')).toBe(0);
});
