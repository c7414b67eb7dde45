import { combineSlices, configureStore, createListenerMiddleware, type Reducer } from '@reduxjs/toolkit';
import { addAuthListeners, authSlice } from '../features/auth/authSlice';
import { addCartListeners, cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import { addMessageListeners } from '../store/messages';
import type { AppDispatch, RootState } from '../store/state';
import { syncToken } from '../store/tokenStorage';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

export function makeStore(browser: Browser) {
  const listeners = createListenerMiddleware<RootState, AppDispatch, Browser>({ extra: browser });
  // Listeners run in the order in which they are added: the token must be stored before `alert` blocks the page.
  addAuthListeners(listeners.startListening);
  addMessageListeners(listeners.startListening);
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
