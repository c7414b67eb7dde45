import { isPending } from '@reduxjs/toolkit';
import type { AppStartListening } from '../../store/state';
import { followStorage, loggedOut, signedIn, storageRefused } from './authSlice';
import { deleteToken, storeToken } from './tokenStorage';

export function addAuthListeners(start: AppStartListening) {
  start({
    matcher: signedIn,
    effect: ({ payload }, { dispatch, extra }) => {
      if (!storeToken(extra, payload.token)) dispatch(storageRefused());
    },
  });
  // Before a request leaves: a token that was taken out of storage without an event must not be sent.
  start({ matcher: isPending, effect: (_action, { dispatch }) => dispatch(followStorage()) });
  start({
    actionCreator: loggedOut,
    effect: (_action, { extra }) => {
      deleteToken(extra);
      extra.reload();
    },
  });
}
