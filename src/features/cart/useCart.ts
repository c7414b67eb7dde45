import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useOnVisit } from '../ui/useOnVisit';
import { cartApi } from './cartApi';
import { loadCart } from './cartSlice';

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  const load = () => void dispatch(loadCart());
  // Keep this before `useGetCartQuery`. Effects run in order: in the other order, `loadCart` would abort the request of the query hook.
  useOnVisit(load, token);
  return { ...cartApi.useGetCartQuery(), load };
}
