import { createSlice, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import type { QueryCacheKey } from '@reduxjs/toolkit/query';
import type { AppThunk } from '../../store/state';
import { cartApi } from './cartApi';

type CartState = {
  /** The lines on their way out: asked for; removed at the backend; the cart without them on its way. Busy until that is on screen. */
  removals: { itemId: string; stage: 'asked' | 'removed' | 'reloading' }[];
  /** The last load has failed: lines from before it may be wrong by now. */
  isStale: boolean;
};

const { getCart, removeFromCart } = cartApi.endpoints;

export const cartSlice = createSlice({
  name: 'cart',
  initialState: { removals: [], isStale: false } as CartState,
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
        // Broken off: the load that takes its place, or the next one, brings the cart without the line.
        if ('aborted' in meta && (meta.aborted || meta.condition)) return;
        cart.removals = cart.removals.filter(({ stage }) => stage !== 'reloading');
        cart.isStale = meta.requestStatus === 'rejected';
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

const dropLoad = (): AppThunk<Promise<unknown> | undefined> => (dispatch) => {
  const running = dispatch(cartApi.util.getRunningQueryThunk('getCart', undefined));
  running?.abort();
  return running;
};

/** One request for the cart. One that is still under way is dropped: the last one wins. */
export const loadCart = (): AppThunk<Promise<void>> => async (dispatch) => {
  // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
  await dispatch(dropLoad());
  dispatch(getCart.initiate(undefined, { forceRefetch: true, subscribe: false }));
};

export const forgetCart = (): AppThunk => (dispatch) => {
  dispatch(dropLoad());
  dispatch(
    cartApi.internalActions.removeQueryResult({ queryCacheKey: 'getCart(undefined)' as QueryCacheKey }),
  );
};

/** Removes the item's line, unless its removal is under way. */
export const removeLine =
  (itemId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (!selectIsRemoving(getState(), itemId))
      await dispatch(removeFromCart.initiate({ itemId }, { track: false }));
  };
