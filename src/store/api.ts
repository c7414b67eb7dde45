import { isRejected, type SerializedError, type WithSlice, weakMapMemoize } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { addressOf } from './address';
import { isToken, readJson } from './answers';
import { type Browser, toldWhenStaying } from './browser';
import type { RootState } from './state';

/** How an endpoint treats its call; set by the feature that owns the endpoint. */
type EndpointOptions = {
  /** Send the stored token, if there is one. */
  bearer?: boolean;
  /** The answer's body as the endpoint's result, or undefined when it is not one; any JSON unless set. */
  read?: (body: string) => unknown;
};

/** Why a request failed, as a number or a word. Bodies and messages are left out: they may hold a token, and no screen reads them. */
type RequestError = { status: number | string };

/** Whether a load has failed; one that was broken off has not, since another one takes its place. */
export const isFailure = (error: RequestError | SerializedError | undefined) =>
  error !== undefined && !('name' in error && error.name === 'AbortError');

/** The action of a request that has failed: one that was left to its twin (`condition`) or broken off has not. */
export const isFailed = (action: unknown): action is object =>
  isRejected(action) && !action.meta.condition && !action.meta.aborted;

/** Sends a call, by the browser of each store, and brings the text of its answer. */
const fetchTextBy = weakMapMemoize((browser: Browser) =>
  fetchBaseQuery({
    fetchFn: (request) => browser.fetch(request as Request),
    timeout: 10_000,
    // A backend may let answers be kept, and the cart after a removal is another one.
    cache: 'no-cache',
    headers: { accept: 'application/json' },
    prepareHeaders(headers, { getState, extraOptions }) {
      const { token } = (getState() as RootState).auth;
      if ((extraOptions as EndpointOptions).bearer && token !== null)
        headers.set('authorization', `Bearer ${token}`);
    },
    responseHandler: 'text',
  }),
);

const baseQuery: BaseQueryFn<FetchArgs, unknown, RequestError, EndpointOptions> = async (
  { url, params = {}, ...args },
  api,
  options = {},
) => {
  const { token, isOver } = (api.getState() as RootState).auth;
  // Who has logged out waits for a new page, and for nothing else.
  if (isOver) api.abort();
  if (isOver || (options.bearer && token !== null && !isToken(token)))
    return { error: { status: 'NOT_SENT' } };
  // Empty `params` would ask for `/items?`.
  const hasParams = Object.values(params).some((value) => value !== undefined);
  const call = { ...args, url: addressOf(url), ...(hasParams && { params }) };
  const fetchText = fetchTextBy(api.extra as Browser);
  const { data, error } = await toldWhenStaying(Promise.resolve(fetchText(call, api, options)));
  if (error) return { error: { status: error.status } };
  const answer = (options.read ?? readJson)(data as string);
  return answer === undefined ? { error: { status: 'UNREADABLE' } } : { data: answer };
};

export const api = createApi({
  baseQuery,
  tagTypes: ['Cart'],
  // The default waits for every request that is under way.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});

declare module './state' {
  interface RootState extends WithSlice<typeof api> {}
}
