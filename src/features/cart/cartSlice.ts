import { createSlice, isAllOf, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query/react';
import { isFailedRequest } from '../../store/api';
import type { AppThunk, StartListening } from '../../store/state';
import { syncToken } from '../../store/tokenStorage';
import { cartApi, cartChanged, findRunningLoad } from './cartApi';

const { getCart, addToCart, removeFromCart } = cartApi.endpoints;
const cartLoadFailed = isAllOf(getCart.matchRejected, isFailedRequest);
/** A load that has ended. Aborted loads, and duplicates that RTK Query skipped, do not count. */
const cartLoaded = isAnyOf(getCart.matchFulfilled, cartLoadFailed);

type Removal = { requestId: string; itemId: string; hasSucceeded: boolean };
const initialState = {
  /** The removals in flight, and those that wait for the cart without their line. */
  removals: [] as Removal[],
};

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: { shopperChanged: () => initialState },
  extraReducers: (builder) => {
    builder
      .addMatcher(removeFromCart.matchPending, ({ removals }, { meta }) => {
        const { itemId } = meta.arg.originalArgs;
        removals.push({ requestId: meta.requestId, itemId, hasSucceeded: false });
      })
      .addMatcher(removeFromCart.matchFulfilled, ({ removals }, { meta }) => {
        // Another shopper's login in the meantime has dropped the removal.
        const removal = removals.find(({ requestId }) => requestId === meta.requestId);
        if (removal) removal.hasSucceeded = true;
      })
      .addMatcher(removeFromCart.matchRejected, (cart, { meta }) => {
        cart.removals = cart.removals.filter(({ requestId }) => requestId !== meta.requestId);
      })
      .addMatcher(cartLoaded, (cart) => {
        cart.removals = cart.removals.filter(({ hasSucceeded }) => !hasSucceeded);
      });
  },
  selectors: {
    selectIsRemoving: ({ removals }, id: string) => removals.some(({ itemId }) => itemId === id),
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof cartSlice> {}
}

const { shopperChanged } = cartSlice.actions;
export const { selectIsRemoving } = cartSlice.selectors;

const clearLines = () => cartApi.util.updateQueryData('getCart', undefined, () => null);

/** Reloads or clears the cart when its lines may be outdated or belong to another shopper. */
export function addCartListeners(startListening: StartListening) {
  startListening({
    matcher: cartChanged,
    async effect(_action, { dispatch, getOriginalState }) {
      // RTK Query reloads an invalidated cart, unless a load of it is pending: replace that load. Another invalidation would
      // not do, because a cart that has never loaded provides no tag.
      // The state before this action, because after it the pending load may be RTK Query's own reload.
      if (getCart.select()(getOriginalState()).status !== QueryStatus.pending) return;
      const running = dispatch(findRunningLoad);
      running?.abort();
      await running;
      dispatch(getCart.initiate(undefined, { forceRefetch: true, subscribe: false }));
    },
  });
  // Never show a cart under another shopper's token.
  startListening({
    predicate: (_action, { auth }, { auth: previousAuth }) => auth.token !== previousAuth.token,
    effect(_action, { dispatch }) {
      dispatch(findRunningLoad)?.abort();
      dispatch(clearLines());
      dispatch(shopperChanged());
    },
  });
  // After a failed load, the lines may be outdated.
  startListening({
    matcher: cartLoadFailed,
    effect: (_action, { dispatch }) => void dispatch(clearLines()),
  });
}

/** Adds one of this item. `track: false`, because no component reads the state of the mutation. */
export const addItem = (itemId: string) => addToCart.initiate({ itemId, quantity: 1 }, { track: false });

/** Removes an item's line. Does nothing if the line is being removed already, or if storage has another shopper's token. */
export const removeLine =
  (itemId: string): AppThunk =>
  (dispatch, getState) => {
    dispatch(syncToken());
    // If `syncToken` has found another token, the listener above has cleared the lines.
    const { data: lines } = getCart.select()(getState());
    if (!lines || selectIsRemoving(getState(), itemId)) return;
    dispatch(removeFromCart.initiate({ itemId }, { track: false }));
  };
