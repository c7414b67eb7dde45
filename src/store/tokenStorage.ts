import type { Browser } from './browser';

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
export const readToken = ({ getStorage }: Pick<Browser, 'getStorage'>) =>
  tryStorage(() => getStorage().getItem(TOKEN_KEY)) || null;

/** Stores the token. If that fails, removes the previous shopper's token. */
export function storeToken(browser: Browser, token: string) {
  tryStorage(() => browser.getStorage().setItem(TOKEN_KEY, token));
  if (readToken(browser) !== token) deleteToken(browser);
}

export const deleteToken = ({ getStorage }: Browser) => tryStorage(() => getStorage().removeItem(TOKEN_KEY));
