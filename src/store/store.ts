import {
  combineReducers,
  configureStore,
  type ThunkAction,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { authSlice } from '../features/auth/authSlice';
import { readToken } from '../features/auth/tokenStorage';
import { cartSlice } from '../features/cart/cartSlice';
import { itemsSlice } from '../features/items/itemsSlice';
import { api } from './api';
import type { Browser } from './browser';
import { makeListenerMiddleware } from './listeners';

const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [authSlice.name]: authSlice.reducer,
  [itemsSlice.name]: itemsSlice.reducer,
  [cartSlice.name]: cartSlice.reducer,
});

/** What the build renders the pages with: nobody has looked into storage yet. */
export const initialState = rootReducer(undefined, { type: 'prerendered' });

/** A store of its own for each app and each test, signed in with the token that `browser` has stored. */
export function makeStore(browser: Browser) {
  return configureStore({
    reducer: rootReducer,
    preloadedState: { auth: { token: readToken(browser) } },
    middleware: (defaults) => defaults().prepend(makeListenerMiddleware(browser)).concat(api.middleware),
  });
}

export type RootState = ReturnType<typeof rootReducer>;
export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
export type AppStartListening = TypedStartListening<RootState, AppDispatch, Browser>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;
