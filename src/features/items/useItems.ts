import { useAppDispatch } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';
import { loadItems } from './itemsSlice';

/** The items that match `filters`, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(filters: Filters) {
  const dispatch = useAppDispatch();
  const load = () => void dispatch(loadItems(filters));
  // Call before the query hook: otherwise the hook sends a request first, which `loadItems` aborts and repeats.
  useOnVisit(load);
  return { ...itemsApi.useGetItemsQuery(toQuery(filters)), load };
}
