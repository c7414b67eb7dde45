import { isAsyncThunkAction, type Middleware } from '@reduxjs/toolkit';
import type { Browser } from '../../store/browser';
import { loggedOut, signedIn, storageRead, storageTried } from './authSlice';
import { deleteToken, readToken, storeToken } from './tokenStorage';

/** Keeps the session and storage in step. It comes before whatever else an action leads to, such as a next request. */
export const makeSessionMiddleware =
  (browser: Browser): Middleware =>
  ({ dispatch }) =>
  (next) =>
  (action) => {
    if (signedIn(action)) dispatch(storageTried(storeToken(browser, action.payload.token)));
    // A token that came or went without an event: noticed before a request leaves, and before its answer counts.
    else if (isAsyncThunkAction(action)) dispatch(storageRead(readToken(browser)));
    if (!loggedOut.match(action)) return next(action);
    deleteToken(browser);
    next(action);
    return browser.reload();
  };
