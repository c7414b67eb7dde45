import type { Browser } from './browser';

export const TOKEN_KEY = 'token';

/** What `use` makes of storage; undefined where that is blocked or full. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** The stored token, or null when there is none or storage is blocked. */
export const readToken = (browser: Pick<Browser, 'localStorage'>) =>
  attempt(() => browser.localStorage.getItem(TOKEN_KEY)) || null;

/** Stores the token; where storage does not take it, the one of the shopper before must not stay. */
export function storeToken(browser: Browser, token: string) {
  attempt(() => browser.localStorage.setItem(TOKEN_KEY, token));
  if (readToken(browser) !== token) deleteToken(browser);
}

export const deleteToken = (browser: Browser) => attempt(() => browser.localStorage.removeItem(TOKEN_KEY));
