import { createSlice, isAnyOf, isAsyncThunkAction, type WithSlice } from '@reduxjs/toolkit';
import type { SignupApiArg } from '../../store/api.generated';
import { followStorage, storageRead } from '../../store/session';
import type { AppDispatch, AppThunk, StartListening } from '../../store/state';
import { deleteToken, storeToken, TOKEN_KEY } from '../../store/tokenStorage';
import { authApi } from './authApi';

const { signup, login } = authApi.endpoints;
const signedIn = isAnyOf(signup.matchFulfilled, login.matchFulfilled);

export const authSlice = createSlice({
  name: 'auth',
  initialState: {
    /** Null when signed out. */
    token: null as string | null,
    /** What storage has said last; null, too, where it would not take the token: the session lives in this page alone. */
    stored: null as string | null,
    /** Logout has been pressed: this page is about to go, and nothing more may leave it. */
    isOver: false,
  },
  reducers: {
    loggedOut: (auth) => {
      auth.token = null;
      auth.isOver = true;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(storageRead, (auth, { payload }) => {
        if (payload !== auth.stored) auth.token = payload;
        auth.stored = payload;
      })
      .addMatcher(signedIn, (auth, { payload }) => {
        auth.token = payload.token;
        auth.stored = null;
      });
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof authSlice> {}
}

const { loggedOut } = authSlice.actions;

/** Sends a login or a signup. One that is still under way is dropped: the last one wins. */
export const submit =
  (form: 'login' | 'signup', fields: SignupApiArg): AppThunk<Promise<{ error?: unknown }>> =>
  (dispatch) => {
    for (const { arg, abort } of dispatch(authApi.util.getRunningMutationsThunk()))
      if (arg.endpointName === 'login' || arg.endpointName === 'signup') abort();
    return dispatch(authApi.endpoints[form].initiate(fields, { track: false }));
  };

/** Deletes the token and reloads the page. What is under way is broken off: nothing more is asked or said. */
export const logOut = (): AppThunk => (dispatch, _getState, browser) => {
  deleteToken(browser);
  dispatch(loggedOut());
  for (const query of dispatch(authApi.util.getRunningQueriesThunk())) query.abort();
  for (const mutation of dispatch(authApi.util.getRunningMutationsThunk())) mutation.abort();
  browser.reload();
};

/** Keeps the session and storage in step. */
export function addSessionListeners(start: StartListening) {
  start({ matcher: signedIn, effect: ({ payload }, { extra }) => storeToken(extra, payload.token) });
  // A token that came or went without an event: noticed before a request leaves, and before its answer is shown.
  start({ predicate: isAsyncThunkAction, effect: (_action, { dispatch }) => dispatch(followStorage()) });
}

/** Keeps the session in step with a login or logout in another tab. */
export function followStoredToken(dispatch: AppDispatch) {
  addEventListener('storage', ({ key }) => {
    // Null stands for "everything was cleared".
    if (key === TOKEN_KEY || key === null) dispatch(followStorage());
  });
}
