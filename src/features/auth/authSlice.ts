import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { authApi } from './authApi';

type AuthState = {
  /** Null when signed out. */
  token: string | null;
};

/** A signup or a login that brought a token. */
export const signedIn = isAnyOf(
  authApi.endpoints.signup.matchFulfilled,
  authApi.endpoints.login.matchFulfilled,
);

export const authSlice = createSlice({
  name: 'auth',
  initialState: { token: null } as AuthState,
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

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof authSlice> {}
}

export const { loggedOut, storedTokenChanged } = authSlice.actions;
export const { selectToken } = authSlice.selectors;
