import { useAppDispatch } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';
import { loadItems } from './itemsSlice';

/** The items that match `filters`, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(filters: Filters) {
  const dispatch = useAppDispatch();
  const load = () => void dispatch(loadItems(filters));
  // Keep this before the query hook. Effects run in order: after the hook's effect, `loadItems` would abort the hook's request.
  useOnVisit(load);
  return { ...itemsApi.useGetItemsQuery(toQuery(filters)), load };
}
