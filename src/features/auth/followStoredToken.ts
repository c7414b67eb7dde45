import type { Browser } from '../../store/browser';
import type { AppDispatch } from '../../store/state';
import { storedTokenChanged } from './authSlice';
import { readToken, TOKEN_KEY } from './tokenStorage';

/** Keeps the session in step with a login or logout in another tab, and with a page that the browser restores. */
export function followStoredToken(dispatch: AppDispatch, browser: Browser) {
  const follow = () => dispatch(storedTokenChanged(readToken(browser)));
  addEventListener('storage', ({ key }) => {
    // Null stands for "everything was cleared".
    if (key === TOKEN_KEY || key === null) follow();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
}
