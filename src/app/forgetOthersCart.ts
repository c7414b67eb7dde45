import type { Middleware } from '@reduxjs/toolkit';
import { selectToken } from '../features/auth/authSlice';
import { forgetCart } from '../features/cart/cartSlice';
import type { AppDispatch, RootState } from '../store/state';

/** One shopper's cart must not show under another's token. */
export const forgetOthersCart: Middleware<object, RootState, AppDispatch> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const before = selectToken(getState());
    const result = next(action);
    if (selectToken(getState()) !== before) dispatch(forgetCart());
    return result;
  };
