import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { cartApi } from './cartApi';
import { loadCart } from './cartSlice';

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  const load = () => void dispatch(loadCart());
  // Keep this before the query hook. Effects run in order: after the hook's effect, `loadCart` would abort the hook's request.
  useOnVisit(load, token);
  return { ...cartApi.useGetCartQuery(), load };
}
