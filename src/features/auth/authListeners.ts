import type { AppStartListening } from '../../store/state';
import { authApi } from './authApi';
import { loggedOut, selectToken, signedIn } from './authSlice';
import { deleteToken, storeToken } from './tokenStorage';

export function addAuthListeners(start: AppStartListening) {
  start({ matcher: signedIn, effect: ({ payload }, { extra }) => storeToken(extra, payload.token) });
  start({
    predicate: (_action, now, before) => selectToken(now) !== selectToken(before),
    // One shopper's cart must not show under another's token, nor may a late answer bring it back.
    effect: (_action, { dispatch }) => void dispatch(authApi.util.resetApiState()),
  });
  start({
    actionCreator: loggedOut,
    effect: (_action, { extra }) => {
      deleteToken(extra);
      extra.reload();
    },
  });
}
