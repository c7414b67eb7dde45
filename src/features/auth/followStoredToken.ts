import type { AppDispatch } from '../../store/state';
import { followStorage } from './authSlice';
import { TOKEN_KEY } from './tokenStorage';

/** Keeps the session in step with a login or logout in another tab, and with a page that the browser restores. */
export function followStoredToken(dispatch: AppDispatch) {
  const follow = () => dispatch(followStorage());
  addEventListener('storage', ({ key }) => {
    // Null stands for "everything was cleared".
    if (key === TOKEN_KEY || key === null) follow();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
}
