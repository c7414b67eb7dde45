import type { SerializedError, WithSlice } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { addressOf } from './address';
import { isToken, readJson } from './answers';
import type { Browser } from './browser';
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

const never = new Promise<never>(() => {});

const baseQuery: BaseQueryFn<FetchArgs, unknown, RequestError, EndpointOptions> = async (
  { params = {}, ...args },
  api,
  { bearer = false, read = readJson } = {},
) => {
  const { token, isOver } = (api.getState() as RootState).auth;
  if (isOver) return never;
  const isBearer = bearer && token !== null;
  if (isBearer && !isToken(token)) return { error: { status: 'NOT_SENT' } };
  const fetchText = fetchBaseQuery({
    baseUrl: addressOf(''),
    fetchFn: (request) => (api.extra as Browser).fetch(request as Request),
    timeout: 10_000,
    headers: { accept: 'application/json', ...(isBearer && { authorization: `Bearer ${token}` }) },
    responseHandler: 'text',
  });
  // Empty `params` would ask for `/items?`.
  const hasParams = Object.values(params).some((value) => value !== undefined);
  const { data, error } = await fetchText(hasParams ? { ...args, params } : args, api, {});
  // Who has logged out waits for a new page, and for nothing else.
  if ((api.getState() as RootState).auth.isOver) return never;
  if (error) return { error: { status: error.status } };
  const answer = read(data as string);
  return answer === undefined ? { error: { status: 'UNREADABLE' } } : { data: answer };
};

export const api = createApi({ baseQuery, tagTypes: ['Cart'], endpoints: () => ({}) });

declare module './state' {
  interface RootState extends WithSlice<typeof api> {}
}
