import { combineSlices, configureStore, createListenerMiddleware, type Reducer } from '@reduxjs/toolkit';
import { addAuthListeners, authSlice } from '../features/auth/authSlice';
import { addCartListeners, cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { addAlertListeners } from '../store/alerts';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import { syncToken } from '../store/session';
import type { AppDispatch, RootState } from '../store/state';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

export function makeStore(browser: Browser) {
  const listeners = createListenerMiddleware<RootState, AppDispatch, Browser>({ extra: browser });
  // Auth comes before alerts: the token must be stored before `alert` blocks the page.
  addAuthListeners(listeners.startListening);
  addAlertListeners(listeners.startListening);
  addCartListeners(listeners.startListening);
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: browser } })
        .prepend(listeners.middleware)
        .concat(api.middleware),
  });
  store.dispatch(syncToken());
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;
