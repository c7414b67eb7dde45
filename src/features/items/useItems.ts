import { useLoad } from '../../store/useLoad';
import { useHydrated } from '../ui/useHydrated';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';

const { useLazyQuerySubscription, useQueryState } = itemsApi.endpoints.getItems;

/** The items that match the filters, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(filters: Filters) {
  const query = toQuery(filters);
  const isHydrated = useHydrated();
  // Only `load` sends requests. `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...list } = useQueryState(query);
  const load = useLoad(
    // During hydration, the cache may have the list of the first-cards script.
    () => send(query, !isHydrated),
    itemsApi.util.getRunningQueryThunk('getItems', query),
  );
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...list, isFetching: isFetching || isUninitialized, load };
}
