import { createAction } from '@reduxjs/toolkit';
import type { Browser } from './browser';
import type { AppThunk } from './state';

export const TOKEN_KEY = 'token';

/** The result of `access`, or undefined if storage is blocked or full. */
function tryStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** The stored token, or null if there is none or storage is blocked. */
export const readToken = ({ getStorage }: Browser) =>
  tryStorage(() => getStorage().getItem(TOKEN_KEY)) || null;

/** Stores the token. If that fails, removes the previous shopper's token. */
export function storeToken(browser: Browser, token: string) {
  tryStorage(() => browser.getStorage().setItem(TOKEN_KEY, token));
  if (readToken(browser) !== token) deleteToken(browser);
}

export const deleteToken = ({ getStorage }: Browser) => tryStorage(() => getStorage().removeItem(TOKEN_KEY));

/** The stored token was read. `PURE` keeps Redux Toolkit out of the inline script, which imports only `readToken`. */
export const tokenRead = /* @__PURE__ */ createAction<string | null>('tokenRead');

/** Reads the stored token again: another tab or the developer tools may have changed it, perhaps while this page was in the bfcache. */
export const syncToken = (): AppThunk => (dispatch, _getState, browser) => {
  dispatch(tokenRead(readToken(browser)));
};
