import { combineSlices, configureStore, type Middleware, type Reducer } from '@reduxjs/toolkit';
import { authSlice, selectToken } from '../features/auth/authSlice';
import { makeSessionMiddleware } from '../features/auth/sessionMiddleware';
import { readToken } from '../features/auth/tokenStorage';
import { cartSlice, forgetCart } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { makeAnnouncer } from '../store/announce';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import type { AppDispatch, RootState } from '../store/state';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

/** One shopper's cart must not show under another's token. */
const forgetOthersCart: Middleware<object, RootState, AppDispatch> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const before = selectToken(getState());
    const result = next(action);
    if (selectToken(getState()) !== before) dispatch(forgetCart());
    return result;
  };

export const makeStore = (browser: Browser) =>
  configureStore({
    reducer,
    preloadedState: { auth: { ...authSlice.getInitialState(), token: readToken(browser) } },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: browser } })
        .prepend(makeSessionMiddleware(browser), makeAnnouncer(browser), forgetOthersCart)
        .concat(api.middleware),
  });

export type AppStore = ReturnType<typeof makeStore>;
