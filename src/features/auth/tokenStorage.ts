import type { Browser } from '../../store/browser';

export const TOKEN_KEY = 'token';

/** The stored token, or null when there is none or storage is blocked. */
export function readToken(browser: Pick<Browser, 'localStorage'>): string | null {
  try {
    return browser.localStorage.getItem(TOKEN_KEY) || null;
  } catch {
    return null;
  }
}

/** Stores the token; false where storage is blocked or full. */
export function storeToken(browser: Browser, token: string): boolean {
  try {
    browser.localStorage.setItem(TOKEN_KEY, token);
    return true;
  } catch {
    // A full storage must not keep the token of the shopper before.
    deleteToken(browser);
    return false;
  }
}

export function deleteToken(browser: Browser) {
  try {
    browser.localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Blocked: nothing was stored.
  }
}
