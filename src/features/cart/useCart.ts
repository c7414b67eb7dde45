import { useAppSelector } from '../../store/hooks';
import { useLoad } from '../../store/useLoad';
import { cartApi, findRunningLoad } from './cartApi';

const { useLazyQuerySubscription, useQueryState } = cartApi.endpoints.getCart;

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const token = useAppSelector(({ auth }) => auth.token);
  // As in `useItems`: `useLoad` sends the requests, and `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...cart } = useQueryState();
  const load = useLoad(() => send(), findRunningLoad, token);
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...cart, isFetching: isFetching || isUninitialized, load };
}
