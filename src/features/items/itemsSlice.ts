import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Item } from '../../store/api.generated';
import type { AppThunk } from '../../store/store';
import { type Filters, noFilters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

type ItemsState = {
  /** What the list was last loaded with; the address says the same. */
  applied: Filters;
  /** The page came with its list: the first arrival need not load it. */
  isLoaded: boolean;
};

export const itemsSlice = createSlice({
  name: 'items',
  initialState: { applied: noFilters, isLoaded: false } as ItemsState,
  reducers: {
    filtersApplied: (items, { payload }: PayloadAction<Filters>) => {
      items.applied = payload;
      items.isLoaded = false;
    },
    listTakenOver: (items) => {
      items.isLoaded = true;
    },
  },
  selectors: { selectApplied: (items) => items.applied, selectIsLoaded: (items) => items.isLoaded },
});

export const { filtersApplied, listTakenOver } = itemsSlice.actions;
export const { selectApplied, selectIsLoaded } = itemsSlice.selectors;

/** Takes over the list that the page has loaded and drawn before the bundle was there. */
export const takeOverList =
  (filters: Filters, items: Item[]): AppThunk =>
  (dispatch) => {
    const entry = { endpointName: 'getItems', arg: toQuery(filters), value: items } as const;
    dispatch(itemsApi.util.upsertQueryEntries([entry]));
    dispatch(listTakenOver());
  };

/** One request for the list, also for filters that are loaded already. A load still under way is dropped: the last one wins. */
export const loadItems =
  (filters: Filters): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const before = toQuery(selectApplied(getState()));
    const isLoaded = selectIsLoaded(getState());
    dispatch(filtersApplied(filters));
    if (isLoaded) return;
    const running = dispatch(itemsApi.util.getRunningQueryThunk('getItems', before));
    running?.abort();
    // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
    await running;
    dispatch(
      itemsApi.endpoints.getItems.initiate(toQuery(filters), { forceRefetch: true, subscribe: false }),
    );
  };
