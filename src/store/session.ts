import { createAction } from '@reduxjs/toolkit';
import type { AppThunk } from './state';
import { readToken } from './tokenStorage';

export const storageRead = createAction<string | null>('session/storageRead');

/** Goes by the token that storage has now: another tab, a restored page or the browser's tools may have changed it. */
export const followStorage = (): AppThunk => (dispatch, _getState, browser) => {
  dispatch(storageRead(readToken(browser)));
};
