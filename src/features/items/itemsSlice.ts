import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { GetItemsApiArg, Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

type ItemsState = {
  /** What the last load asked for: a newer one drops it. */
  lastQuery: GetItemsApiArg;
  /** The list is there already: the next arrival need not load it. */
  isProvided: boolean;
};

export const itemsSlice = createSlice({
  name: 'items',
  initialState: { lastQuery: {}, isProvided: false } as ItemsState,
  reducers: {
    loadStarted: (items, { payload }: PayloadAction<GetItemsApiArg>) => {
      items.lastQuery = payload;
      items.isProvided = false;
    },
    listProvided: (items) => {
      items.isProvided = true;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

const { loadStarted, listProvided } = itemsSlice.actions;

/** Gives the store a list that was loaded before it existed. */
export const provideItems =
  (filters: Filters, items: Item[]): AppThunk =>
  (dispatch) => {
    const entry = { endpointName: 'getItems', arg: toQuery(filters), value: items } as const;
    dispatch(itemsApi.util.upsertQueryEntries([entry]));
    dispatch(listProvided());
  };

/** One request for the list, also for filters that are loaded already. A load still under way is dropped: the last one wins. */
export const loadItems =
  (filters: Filters): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { lastQuery, isProvided } = getState().items;
    const query = toQuery(filters);
    dispatch(loadStarted(query));
    if (isProvided) return;
    const running = dispatch(itemsApi.util.getRunningQueryThunk('getItems', lastQuery));
    running?.abort();
    // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
    await running;
    dispatch(itemsApi.endpoints.getItems.initiate(query, { forceRefetch: true, subscribe: false }));
  };
