import { createSlice, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import type { AppThunk } from '../../store/state';
import { cartApi } from './cartApi';

type Removal = {
  itemId: string;
  /** Asked for; done at the backend; the cart without the line is on its way. */
  stage: 'asked' | 'removed' | 'reloading';
};

type CartState = {
  /** The lines on their way out. They stay busy until the new cart is on screen. */
  removals: Removal[];
};

const { getCart, removeFromCart } = cartApi.endpoints;

export const cartSlice = createSlice({
  name: 'cart',
  initialState: { removals: [] } as CartState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(removeFromCart.matchPending, (cart, { meta }) => {
        cart.removals.push({ itemId: meta.arg.originalArgs.itemId, stage: 'asked' });
      })
      .addMatcher(removeFromCart.matchFulfilled, (cart, { meta }) => {
        const { itemId } = meta.arg.originalArgs;
        for (const removal of cart.removals) if (removal.itemId === itemId) removal.stage = 'removed';
      })
      .addMatcher(removeFromCart.matchRejected, (cart, { meta }) => {
        const { itemId } = meta.arg.originalArgs;
        cart.removals = cart.removals.filter((removal) => removal.itemId !== itemId);
      })
      // A cart asked for before the removal may still arrive after it, with the line: only the next one counts.
      .addMatcher(getCart.matchPending, (cart) => {
        for (const removal of cart.removals) if (removal.stage === 'removed') removal.stage = 'reloading';
      })
      .addMatcher(isAnyOf(getCart.matchFulfilled, getCart.matchRejected), (cart, { meta }) => {
        if ('condition' in meta && meta.condition) return;
        cart.removals = cart.removals.filter(({ stage }) => stage !== 'reloading');
      });
  },
  selectors: {
    selectIsRemoving: (cart, itemId: string) => cart.removals.some((removal) => removal.itemId === itemId),
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof cartSlice> {}
}

export const { selectIsRemoving } = cartSlice.selectors;

/** Removes the item's line, unless its removal is under way. */
export const removeLine =
  (itemId: string): AppThunk =>
  (dispatch, getState) => {
    if (!selectIsRemoving(getState(), itemId))
      dispatch(removeFromCart.initiate({ itemId }, { track: false }));
  };
