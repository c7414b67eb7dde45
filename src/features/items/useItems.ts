import { useAppDispatch } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { type Filters, toQuery } from './filters';
import { itemsApi } from './itemsApi';
import { loadItems } from './itemsSlice';

/** The items that match `filters`, loaded once per visit. While another list loads, `data` is the previous one. */
export function useItems(filters: Filters) {
  const dispatch = useAppDispatch();
  const load = () => void dispatch(loadItems(filters));
  // Keep this before `useGetItemsQuery`. Effects run in order: in the other order, `loadItems` would abort the request of the query hook.
  useOnVisit(load);
  return { ...itemsApi.useGetItemsQuery(toQuery(filters)), load };
}
