import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { GetItemsApiArg, Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

export const itemsSlice = createSlice({
  name: 'items',
  initialState: {
    /** What the last load asked for: a newer one drops it. */
    lastQuery: undefined as GetItemsApiArg | undefined,
  },
  reducers: {
    loadStarted: (items, { payload }: PayloadAction<GetItemsApiArg>) => {
      items.lastQuery = payload;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

/** Gives the store a list that was loaded before it existed. */
export const provideItems = (filters: Filters, value: Item[]) =>
  itemsApi.util.upsertQueryEntries([{ endpointName: 'getItems', arg: toQuery(filters), value }]);

/** One request for the list, also for filters that are loaded already. A load still under way is dropped: the last one wins. */
export const loadItems =
  (filters: Filters): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { lastQuery } = getState().items;
    const query = toQuery(filters);
    dispatch(itemsSlice.actions.loadStarted(query));
    const running = lastQuery && dispatch(itemsApi.util.getRunningQueryThunk('getItems', lastQuery));
    running?.abort();
    // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
    await running;
    // The first arrival finds the list that came with the page.
    const forceRefetch = lastQuery !== undefined;
    dispatch(itemsApi.endpoints.getItems.initiate(query, { forceRefetch, subscribe: false }));
  };
