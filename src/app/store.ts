import { combineSlices, configureStore, type Reducer } from '@reduxjs/toolkit';
import { authSlice } from '../features/auth/authSlice';
import { makeSessionMiddleware } from '../features/auth/sessionMiddleware';
import { readToken } from '../features/auth/tokenStorage';
import { cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { makeAnnouncer } from '../store/announce';
import { api } from '../store/api';
import type { Browser } from '../store/browser';
import type { RootState } from '../store/state';
import { forgetOthersCart } from './forgetOthersCart';

const reducer = combineSlices(api, authSlice, itemsSlice, cartSlice) satisfies Reducer<RootState>;

/** A store of its own for each app and each test, signed in with the token that `browser` has stored. */
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
