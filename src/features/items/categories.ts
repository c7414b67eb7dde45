import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import type { Item } from '../../store/api.generated';
import type { RootState } from '../../store/state';

/** Once for each list, which may be long. */
const categoriesOf = weakMapMemoize((items: Item[]) => [...new Set(items.map(({ category }) => category))]);

/** The categories of the lists that the store has loaded and still holds; not endlessly many. */
export const selectCategories = createSelector(
  [(state: RootState) => state.api.queries],
  (queries) => {
    const lists = Object.values(queries).filter((query) => query?.endpointName === 'getItems');
    const names = lists.flatMap((query) => categoriesOf((query?.data ?? []) as Item[]));
    return [...new Set(names)].filter(Boolean).sort().slice(0, 50);
  },
  // Each load changes the queries, and hardly any the categories.
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);
