import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { GetItemsApiArg, Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { itemsApi } from './itemsApi';
import { type ListView, toQuery } from './listView';

export const itemsSlice = createSlice({
  name: 'items',
  initialState: {
    /** The query of the latest load. Undefined before the first one. */
    latestQuery: undefined as GetItemsApiArg | undefined,
    /** Whether the cache has the list of the first-cards script, which the next load uses instead of a request. */
    isSeeded: false,
  },
  reducers: {
    seeded: (items) => {
      items.isSeeded = true;
    },
    loadStarted: (items, { payload }: PayloadAction<GetItemsApiArg>) => {
      items.latestQuery = payload;
      items.isSeeded = false;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

const { seeded, loadStarted } = itemsSlice.actions;

/** Adds the list of the first-cards script to the cache, for the first load. */
export const seedItems =
  (view: ListView, items: Item[]): AppThunk =>
  (dispatch) => {
    const entry = { endpointName: 'getItems', arg: toQuery(view), value: items } as const;
    dispatch(itemsApi.util.upsertQueryEntries([entry]));
    dispatch(seeded());
  };

/**
 * Prepares a load of `query`: aborts an older load and waits for its end, because RTK Query skips a request
 * while the same one is pending. Resolves to whether the load may use the seeded list.
 */
export const startLoad =
  (query: GetItemsApiArg): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { latestQuery, isSeeded } = getState().items;
    dispatch(loadStarted(query));
    const olderLoad = latestQuery && dispatch(itemsApi.util.getRunningQueryThunk('getItems', latestQuery));
    olderLoad?.abort();
    await olderLoad;
    return isSeeded;
  };
