import { createAction } from '@reduxjs/toolkit';
import type { AppThunk } from './state';
import { readToken } from './tokenStorage';

// These are in store/, because auth, cart and the navigation bar use them, and features do not import each other.
export const tokenRead = createAction<string | null>('session/tokenRead');

/** Reads the stored token again: another tab or the developer tools may have changed it, perhaps while this page was in the bfcache. */
export const syncToken = (): AppThunk => (dispatch, _getState, browser) => {
  dispatch(tokenRead(readToken(browser)));
};
