import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { authApi } from './authApi';

type AuthState = {
  /** Null when signed out; undefined on a page that has not looked into storage yet. */
  token: string | null | undefined;
};

/** A signup or a login that brought a token. */
export const signedIn = isAnyOf(
  authApi.endpoints.signup.matchFulfilled,
  authApi.endpoints.login.matchFulfilled,
);

export const authSlice = createSlice({
  name: 'auth',
  initialState: { token: undefined } as AuthState,
  reducers: {
    loggedOut: (auth) => {
      auth.token = null;
    },
    /** Another tab, or a page restored by the browser, brought a token or took it away. */
    storedTokenChanged: (auth, { payload }: PayloadAction<string | null>) => {
      auth.token = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(signedIn, (auth, { payload }) => {
      auth.token = payload.token;
    });
  },
  selectors: { selectToken: (auth) => auth.token },
});

export const { loggedOut, storedTokenChanged } = authSlice.actions;
export const { selectToken } = authSlice.selectors;
