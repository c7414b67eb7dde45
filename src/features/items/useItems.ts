import { useAppDispatch } from '../../store/hooks';
import { useMessagesOf } from '../../store/useMessagesOf';
import { useIsMounted } from '../ui/useIsMounted';
import { useOnVisit } from '../ui/useOnVisit';
import { itemsApi } from './itemsApi';
import { startLoad } from './itemsSlice';
import { type ListView, toQuery } from './listView';

const { useLazyQuerySubscription, useQueryState } = itemsApi.endpoints.getItems;

/** The items that match the filters, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(view: ListView) {
  const dispatch = useAppDispatch();
  const query = toQuery(view);
  // Only `load` sends requests. `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...list } = useQueryState(query);
  const isMounted = useIsMounted();
  useMessagesOf('getItems');

  async function load() {
    const mayUseCache = await dispatch(startLoad(query));
    if (isMounted.current) send(query, mayUseCache);
  }

  useOnVisit(() => void load());
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...list, isFetching: isFetching || isUninitialized, load };
}
