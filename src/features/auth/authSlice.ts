import { createSlice, isAsyncThunkAction, type WithSlice } from '@reduxjs/toolkit';
import { api } from '../../store/api';
import { onNextAct } from '../../store/browser';
import type { AppDispatch, AppThunk, StartListening } from '../../store/state';
import { deleteToken, storeToken, syncToken, TOKEN_KEY, tokenRead } from '../../store/tokenStorage';
import { isSubmission, loggedIn, submitted } from './authApi';

export const authSlice = createSlice({
  name: 'auth',
  initialState: {
    /** Null for a visitor. */
    token: null as string | null,
    /** What storage returned at the last read. Null after a login, which must survive the next read if storage is full. */
    lastRead: null as string | null,
    /** True from logout until the page has reloaded, or the shopper uses the page again. Nothing is sent meanwhile. */
    isPageReloading: false,
  },
  reducers: {
    loggedOut: (auth) => {
      auth.token = null;
      auth.isPageReloading = true;
    },
    reloadCancelled: (auth) => {
      auth.isPageReloading = false;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(tokenRead, (auth, { payload }) => {
        // Only a changed result counts. So if storage is blocked and every read returns null, a login survives.
        if (payload !== auth.lastRead) auth.token = payload;
        auth.lastRead = payload;
      })
      .addMatcher(loggedIn, (auth, { payload }) => {
        auth.token = payload.token;
        auth.lastRead = null;
      });
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof authSlice> {}
}

const { loggedOut, reloadCancelled } = authSlice.actions;

/** Deletes the token and reloads the page. Aborts every request, so that no failure alert shows before the reload. */
export const logOut = (): AppThunk => (dispatch, _getState, browser) => {
  deleteToken(browser);
  dispatch(loggedOut());
  for (const query of dispatch(api.util.getRunningQueriesThunk())) query.abort();
  for (const mutation of dispatch(api.util.getRunningMutationsThunk())) mutation.abort();
  browser.reload();
  // The reload may take long, or the shopper may have stopped it.
  onNextAct(() => dispatch(reloadCancelled()));
};

export function addAuthListeners(startListening: StartListening) {
  // The latest signup or login wins: abort an older one.
  startListening({
    matcher: submitted,
    effect: ({ meta }, { dispatch }) => {
      for (const { arg, requestId, abort } of dispatch(api.util.getRunningMutationsThunk())) {
        if (isSubmission(arg.endpointName) && requestId !== meta.requestId) abort();
      }
    },
  });
  // Before the next listener, which would read the previous token.
  startListening({
    matcher: loggedIn,
    effect: ({ payload }, { extra: browser }) => storeToken(browser, payload.token),
  });
  // Read the token again when a request (an async thunk) starts or settles: a change in the developer tools fires no event.
  // Not in `baseQuery`: by then the failed load of the previous shopper has been aborted, and its alert is lost.
  startListening({
    matcher: isAsyncThunkAction(),
    effect: (_action, { dispatch }) => dispatch(syncToken()),
  });
}

/** Follows a login or logout in another tab. */
export function followOtherTabs(dispatch: AppDispatch) {
  addEventListener('storage', ({ key }) => {
    // A null key means that storage was cleared.
    if (key === TOKEN_KEY || key === null) dispatch(syncToken());
  });
}
