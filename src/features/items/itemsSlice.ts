import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

export const itemsSlice = createSlice({
  name: 'items',
  initialState: { hasLoaded: false },
  reducers: {
    loaded: (items) => {
      items.hasLoaded = true;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

/** Adds the list of the first-cards script to the cache, for the first load. */
export const seedItems = (filters: Filters, value: Item[]) =>
  itemsApi.util.upsertQueryEntries([{ endpointName: 'getItems', arg: toQuery(filters), value }]);

/** Whether this is the first load. Only that one may use the cache, which may hold the list of the first-cards script. */
export const takeFirstLoad = (): AppThunk<boolean> => (dispatch, getState) => {
  const { hasLoaded } = getState().items;
  dispatch(itemsSlice.actions.loaded());
  return !hasLoaded;
};
