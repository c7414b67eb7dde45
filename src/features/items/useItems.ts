import { useAppDispatch } from '../../store/hooks';
import { useLoad } from '../../store/useLoad';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';
import { takeFirstLoad } from './itemsSlice';

const { useLazyQuerySubscription, useQueryState } = itemsApi.endpoints.getItems;

/** The items that match the filters, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(filters: Filters) {
  const dispatch = useAppDispatch();
  const query = toQuery(filters);
  // Only `load` sends requests. `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...list } = useQueryState(query);
  const load = useLoad(
    () => {
      const preferCache = dispatch(takeFirstLoad());
      send(query, preferCache);
    },
    itemsApi.util.getRunningQueryThunk('getItems', query),
  );
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...list, isFetching: isFetching || isUninitialized, load };
}
