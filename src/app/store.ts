import { combineSlices, configureStore, createListenerMiddleware, type Reducer } from '@reduxjs/toolkit';
import { addSessionListeners, authSlice } from '../features/auth/authSlice';
import { addCartListeners, cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { addAlertListeners } from '../store/alerts';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import type { AppDispatch, RootState } from '../store/state';
import { readToken } from '../store/tokenStorage';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

export function makeStore(browser: Browser) {
  const listeners = createListenerMiddleware<RootState, AppDispatch, Browser>({ extra: browser });
  // The order matters: store the token before `alert` blocks the page.
  addSessionListeners(listeners.startListening);
  addAlertListeners(listeners.startListening);
  addCartListeners(listeners.startListening);
  const token = readToken(browser);
  return configureStore({
    reducer,
    preloadedState: { auth: { ...authSlice.getInitialState(), token, storedToken: token } },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: browser } })
        .prepend(listeners.middleware)
        .concat(api.middleware),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
