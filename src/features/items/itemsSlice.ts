import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { GetItemsApiArg, Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

export const itemsSlice = createSlice({
  name: 'items',
  initialState: {
    /** The query of the latest load, which a newer load aborts. Undefined before the first one. */
    latestQuery: undefined as GetItemsApiArg | undefined,
  },
  reducers: {
    loadStarted: (items, { payload }: PayloadAction<GetItemsApiArg>) => {
      items.latestQuery = payload;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

/** Adds the list of the first-cards script to the cache. */
export const seedItems = (filters: Filters, items: Item[]) =>
  itemsApi.util.upsertQueryEntries([{ endpointName: 'getItems', arg: toQuery(filters), value: items }]);

/**
 * Loads the list for a visit: sends one GET /items, even if the list is cached. Only the first load may use the list from
 * `seedItems` instead. Aborts an older load that is still in flight.
 */
export const loadItems =
  (filters: Filters): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { latestQuery } = getState().items;
    const query = toQuery(filters);
    dispatch(itemsSlice.actions.loadStarted(query));
    const olderLoad = latestQuery && dispatch(itemsApi.util.getRunningQueryThunk('getItems', latestQuery));
    olderLoad?.abort();
    // RTK Query skips a request while the same request is pending, so first wait for the end of the older load.
    // If the list is not cached, the query hook sends the request during this `await`. RTK Query then skips ours.
    await olderLoad;
    const isFirstLoad = latestQuery === undefined;
    // `subscribe: false`, because the query hook keeps the list in the cache.
    dispatch(itemsApi.endpoints.getItems.initiate(query, { forceRefetch: !isFirstLoad, subscribe: false }));
  };
