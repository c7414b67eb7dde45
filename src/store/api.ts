import { isRejected, type SerializedError, type WithSlice } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { apiUrl, toSearch } from './apiUrl';
import { holdFailureDuringUnload } from './browser';
import { takePrefetched } from './prefetch';
import { isValidToken, parseJson, type Report, warnAboutResponse } from './responses';
import type { RootState } from './state';

/** How an endpoint sends its requests and validates its responses. */
type EndpointOptions = {
  /** Whether to send the token, if there is one. */
  bearer?: boolean;
  /**
   * Turns a response body into the endpoint's result, or undefined if the body is invalid. Reports what is wrong at most once.
   * Default: any JSON.
   */
  parse?: (body: string, report: Report) => unknown;
};

/** Why a request failed: an HTTP status or an error code. No body and no message: they may contain a token. */
type RequestError = { status: number | string };

export type LoadError = RequestError | SerializedError;

/** Whether a query's error means that its load has failed. An aborted load has not failed. */
export const isLoadError = (error: LoadError | undefined): error is LoadError =>
  error !== undefined && !('name' in error && error.name === 'AbortError');

/** Whether the backend refused the request, or the token could not be sent. */
export const isRefused = (error: LoadError) =>
  'status' in error && (error.status === 'NOT_SENT' || /^4/.test(String(error.status)));

/** Matches failed requests. Ignores aborted ones, and duplicates that RTK Query skipped (`condition`). A type guard for `isAllOf`. */
export const isFailedRequest = (action: unknown): action is object =>
  isRejected(action) && !action.meta.condition && !action.meta.aborted;

const fetchText = fetchBaseQuery({
  fetchFn: async (request) => takePrefetched(request as Request) ?? fetch(request),
  // Always revalidate, even if the backend allows caching: the cart changes often.
  cache: 'no-cache',
  headers: { accept: 'application/json' },
  prepareHeaders(headers, { getState, extraOptions }) {
    const { token } = (getState() as RootState).auth;
    if ((extraOptions as EndpointOptions).bearer && token !== null) {
      headers.set('authorization', `Bearer ${token}`);
    }
  },
  responseHandler: 'text',
});

const TIMEOUT_SECONDS = 10;

/**
 * A signal that also aborts after ten seconds in which the page runs. While an alert is open or the device sleeps, the page
 * cannot receive a response. Afterwards, the overdue timer fires before the response that has arrived is read, so an overdue
 * tick does not count.
 */
function withTimeout(signal: AbortSignal) {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason));
  let seconds = 0;
  let lastTick = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const isOverdue = now - lastTick > 2000;
    lastTick = now;
    if (!isOverdue) seconds += 1;
    if (seconds === TIMEOUT_SECONDS) controller.abort(new DOMException('', 'TimeoutError'));
  }, 1000);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

const baseQuery: BaseQueryFn<FetchArgs, unknown, RequestError, EndpointOptions> = async (
  { url, params = {}, ...args },
  queryApi,
  options = {},
) => {
  const { token, isPageReloading } = (queryApi.getState() as RootState).auth;
  const notSent = { error: { status: 'NOT_SENT' } };
  if (isPageReloading) {
    // The page reloads after logout. Abort, because an aborted request raises no alert.
    queryApi.abort();
    return notSent;
  }
  // A token that cannot be sent in a header: fail as if the backend had refused it.
  if (options.bearer && token !== null && !isValidToken(token)) return notSent;
  const timeout = withTimeout(queryApi.signal);
  const request = { ...args, url: apiUrl(url + toSearch(params)), signal: timeout.signal };
  const response = Promise.resolve(fetchText(request, queryApi, options)).finally(timeout.stop);
  const { data, error } = await holdFailureDuringUnload(response, (result) => result.error !== undefined);
  if (error) return { error: { status: error.status } };
  const report = (problem: string) => warnAboutResponse(queryApi.endpoint, problem);
  const result = (options.parse ?? parseJson)(data as string, report);
  return result === undefined ? { error: { status: 'INVALID_RESPONSE' } } : { data: result };
};

export const api = createApi({
  baseQuery,
  tagTypes: ['Cart'],
  // By default, RTK Query reloads the cart only when no request is in flight.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});

declare module './state' {
  interface RootState extends WithSlice<typeof api> {}
}
