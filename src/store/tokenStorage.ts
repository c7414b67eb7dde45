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

/** Stores the token, and says whether storage has taken it. */
export function storeToken(browser: Browser, token: string): boolean {
  attempt(() => browser.localStorage.setItem(TOKEN_KEY, token));
  const isStored = readToken(browser) === token;
  // The token of the shopper before must not stay.
  if (!isStored) deleteToken(browser);
  return isStored;
}

export const deleteToken = (browser: Browser) => attempt(() => browser.localStorage.removeItem(TOKEN_KEY));
