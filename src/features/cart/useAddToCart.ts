import { weakMapMemoize } from '@reduxjs/toolkit';
import { useAppDispatch } from '../../store/hooks';
import type { AppDispatch } from '../../store/state';
import { cartApi } from './cartApi';

const makeAdd = weakMapMemoize(
  (dispatch: AppDispatch) => (itemId: string) =>
    dispatch(cartApi.endpoints.addToCart.initiate({ itemId, quantity: 1 }, { track: false })),
);

/** Adds one piece of an item. The same function for a whole store, so that no card is drawn anew for it when the shopper comes back. */
export const useAddToCart = () => makeAdd(useAppDispatch());
