import { combineSlices, configureStore, type Reducer } from '@reduxjs/toolkit';
import { authSlice } from '../features/auth/authSlice';
import { cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import type { RootState } from '../store/state';
import { syncToken } from '../store/tokenStorage';
import { makeListenerMiddleware } from './listeners';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

export function makeStore(browser: Browser) {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: browser } })
        .prepend(makeListenerMiddleware(browser))
        .concat(api.middleware),
  });
  store.dispatch(syncToken());
  return store;
}
