import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/state';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

export const itemsSlice = createSlice({
  name: 'items',
  initialState: {
    /** Whether the cache has the list of the first-cards script, which the first load uses instead of a request. */
    isSeeded: false,
  },
  reducers: {
    seeded: (items) => {
      items.isSeeded = true;
    },
    seedTaken: (items) => {
      items.isSeeded = false;
    },
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof itemsSlice> {}
}

const { seeded, seedTaken } = itemsSlice.actions;

/** Adds the list of the first-cards script to the cache, for the first load. */
export const seedItems =
  (filters: Filters, items: Item[]): AppThunk =>
  (dispatch) => {
    const entry = { endpointName: 'getItems', arg: toQuery(filters), value: items } as const;
    dispatch(itemsApi.util.upsertQueryEntries([entry]));
    dispatch(seeded());
  };

/** Whether a load may use the list of the first-cards script. True once. */
export const takeSeed = (): AppThunk<boolean> => (dispatch, getState) => {
  const { isSeeded } = getState().items;
  dispatch(seedTaken());
  return isSeeded;
};
