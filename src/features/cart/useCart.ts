import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { useMessagesOf } from '../../store/useMessagesOf';
import { useIsMounted } from '../ui/useIsMounted';
import { useOnVisit } from '../ui/useOnVisit';
import { cartApi } from './cartApi';
import { abortLoad } from './cartSlice';

const { useLazyQuerySubscription, useQueryState } = cartApi.endpoints.getCart;

/** The cart, loaded once per visit and again when the token changes. */
export function useCart() {
  const dispatch = useAppDispatch();
  const token = useAppSelector(({ auth }) => auth.token);
  // Only `load` sends requests, as in `useItems`. `useQueryState` reads the cache.
  const [send] = useLazyQuerySubscription();
  const { isUninitialized, isFetching, ...cart } = useQueryState();
  const isMounted = useIsMounted();
  useMessagesOf('getCart');

  async function load() {
    await dispatch(abortLoad());
    if (isMounted.current) send();
  }

  useOnVisit(() => void load(), token);
  // Uninitialized: the load of this visit has not been sent yet.
  return { ...cart, isFetching: isFetching || isUninitialized, load };
}
