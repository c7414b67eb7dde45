import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { isToken, readJson } from './answers';
import { fetchOnce } from './early';
import type { RootState } from './store';

/** How an endpoint treats its call; set by the feature that owns the endpoint. */
type EndpointOptions = {
  /** Send the stored token, if there is one. */
  bearer?: boolean;
  /** The answer's body as the endpoint's result, or undefined when it is not one; any JSON unless set. */
  read?: (body: string) => unknown;
};

/** Why a request failed. Bodies and messages are left out: they may hold a token, and no screen reads them. */
export type RequestError = { status: FetchBaseQueryError['status'] | 'UNREADABLE' | 'NOT_SENT' };

const fetchText = fetchBaseQuery({
  baseUrl: import.meta.env.VITE_API_BASE ?? '/api',
  fetchFn: (request) => fetchOnce(request as Request),
  timeout: 10_000,
  headers: { accept: 'application/json' },
  responseHandler: 'text',
  prepareHeaders(headers, { getState, extraOptions }) {
    const { token } = (getState() as RootState).auth;
    if (!token || !(extraOptions as EndpointOptions | undefined)?.bearer) return;
    if (!isToken(token)) throw new Error('The stored token cannot be sent.');
    headers.set('authorization', `Bearer ${token}`);
  },
});

const baseQuery: BaseQueryFn<FetchArgs, unknown, RequestError, EndpointOptions> = async (
  { params = {}, ...args },
  api,
  options,
) => {
  // Empty `params` would ask for `/items?`.
  const hasParams = Object.values(params).some((value) => value !== undefined);
  try {
    const { data, error } = await fetchText(hasParams ? { ...args, params } : args, api, options);
    if (error) return { error: { status: error.status } };
    const answer = (options?.read ?? readJson)(data as string);
    return answer === undefined ? { error: { status: 'UNREADABLE' } } : { data: answer };
  } catch {
    // A token that cannot be sent: the request has failed before it left.
    return { error: { status: 'NOT_SENT' } };
  }
};

/** The empty API that the generated endpoints are injected into. */
export const api = createApi({ baseQuery, tagTypes: ['Cart'], endpoints: () => ({}) });
