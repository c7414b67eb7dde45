import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { cartApi } from './cartApi';
import { loadCart } from './cartSlice';

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  const load = () => void dispatch(loadCart());
  const cart = cartApi.useGetCartQuery();
  // The query hook sends the request of the first visit.
  useOnVisit((isFirstVisit) => {
    if (!isFirstVisit) load();
  }, token);
  return { ...cart, load };
}
