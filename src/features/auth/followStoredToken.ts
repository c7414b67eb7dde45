import type { Browser } from '../../store/browser';
import type { AppStore } from '../../store/store';
import { storedTokenChanged } from './authSlice';
import { readToken, TOKEN_KEY } from './tokenStorage';

/** Keeps the session in step with a login or logout in another tab, and with a page that the browser restores. */
export function followStoredToken(store: AppStore, browser: Browser) {
  const follow = () => store.dispatch(storedTokenChanged(readToken(browser)));
  window.addEventListener('storage', ({ key }) => {
    // Null stands for "everything was cleared".
    if (key === TOKEN_KEY || key === null) follow();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
}
