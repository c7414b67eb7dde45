import { useCallback } from 'react';
import { useAppDispatch } from '../../store/hooks';
import { cartApi } from './cartApi';

/** Adds one piece of an item. The same function at each render, so that no card is drawn anew for it. */
export function useAddToCart() {
  const dispatch = useAppDispatch();
  return useCallback(
    (itemId: string) =>
      dispatch(cartApi.endpoints.addToCart.initiate({ itemId, quantity: 1 }, { track: false })),
    [dispatch],
  );
}
