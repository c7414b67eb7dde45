import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { AppDispatch, AppThunk } from '../../store/state';
import { authApi } from './authApi';
import { readToken, TOKEN_KEY } from './tokenStorage';

type AuthState = {
  /** Null when signed out. */
  token: string | null;
  /** False where storage would not take the token: the session lives in this page alone. */
  isStored: boolean;
  /** Logout has been pressed: this page is about to go, and nothing more may leave it. */
  isOver: boolean;
};

export const signedIn = isAnyOf(
  authApi.endpoints.signup.matchFulfilled,
  authApi.endpoints.login.matchFulfilled,
);

export const authSlice = createSlice({
  name: 'auth',
  initialState: { token: null, isStored: true, isOver: false } as AuthState,
  reducers: {
    loggedOut: (auth) => {
      auth.token = null;
      auth.isOver = true;
    },
    storageRead: (auth, { payload }: PayloadAction<string | null>) => {
      if (payload === null && !auth.isStored) return;
      auth.token = payload;
      auth.isStored = true;
    },
    storageTried: (auth, { payload }: PayloadAction<boolean>) => {
      auth.isStored = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(signedIn, (auth, { payload }) => {
      auth.token = payload.token;
    });
  },
  selectors: { selectToken: (auth) => auth.token },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof authSlice> {}
}

export const { loggedOut, storageRead, storageTried } = authSlice.actions;
export const { selectToken } = authSlice.selectors;

/** Goes by the token that storage has now: another tab, a restored page or the browser's tools may have changed it. */
export const followStorage = (): AppThunk => (dispatch, _getState, browser) => {
  dispatch(storageRead(readToken(browser)));
};

/** Keeps the session in step with a login or logout in another tab, and with a page that the browser restores. */
export function followStoredToken(dispatch: AppDispatch) {
  addEventListener('storage', ({ key }) => {
    // Null stands for "everything was cleared".
    if (key === TOKEN_KEY || key === null) dispatch(followStorage());
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatch(followStorage());
  });
}
