import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AppThunk } from '../../store/store';
import { type Filters, noFilters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

type ItemsState = {
  /** What the list was last loaded with; the address says the same. */
  applied: Filters;
};

export const itemsSlice = createSlice({
  name: 'items',
  initialState: { applied: noFilters } as ItemsState,
  reducers: {
    filtersApplied: (items, { payload }: PayloadAction<Filters>) => {
      items.applied = payload;
    },
  },
  selectors: { selectApplied: (items) => items.applied },
});

export const { filtersApplied } = itemsSlice.actions;
export const { selectApplied } = itemsSlice.selectors;

/** One request for the list, also for filters that are loaded already. A load still under way is dropped: the last one wins. */
export const loadItems =
  (filters: Filters): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const before = toQuery(selectApplied(getState()));
    dispatch(filtersApplied(filters));
    const running = dispatch(itemsApi.util.getRunningQueryThunk('getItems', before));
    running?.abort();
    // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
    await running;
    dispatch(
      itemsApi.endpoints.getItems.initiate(toQuery(filters), { forceRefetch: true, subscribe: false }),
    );
  };
