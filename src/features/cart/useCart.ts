import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { cartApi } from './cartApi';
import { loadCart } from './cartSlice';

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  const load = () => void dispatch(loadCart());
  // Before the query hook: `loadCart` aborts the request in flight, which must not be the hook's own.
  useOnVisit(load, token);
  return { ...cartApi.useGetCartQuery(), load };
}
