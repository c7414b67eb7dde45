import { useAppSelector } from '../../store/hooks';
import { useLoad } from '../../store/useLoad';
import { cartApi } from './cartApi';

const { useLazyQuerySubscription, useQueryState } = cartApi.endpoints.getCart;
const findRunning = cartApi.util.getRunningQueryThunk('getCart', undefined);

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const token = useAppSelector(({ auth }) => auth.token);
  // As in `useItems`: `useLoad` sends the requests, and `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...cart } = useQueryState();
  const load = useLoad(() => send(), findRunning, token);
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...cart, isFetching: isFetching || isUninitialized, load };
}
