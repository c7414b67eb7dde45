import { createSlice, isAnyOf, type WithSlice } from '@reduxjs/toolkit';
import { followStorage } from '../../store/session';
import type { AppThunk, StartListening } from '../../store/state';
import { cartApi } from './cartApi';

type CartState = {
  /** The lines on their way out: asked for; removed at the backend; the cart without them on its way. Busy until that is on screen. */
  removals: { itemId: string; stage: 'asked' | 'removed' | 'reloading' }[];
};

const { getCart, addToCart, removeFromCart } = cartApi.endpoints;

export const cartSlice = createSlice({
  name: 'cart',
  initialState: { removals: [] } as CartState,
  reducers: {
    shopperChanged: (cart) => {
      cart.removals = [];
    },
  },
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
      });
  },
  selectors: {
    selectIsRemoving: (cart, itemId: string) => cart.removals.some((removal) => removal.itemId === itemId),
  },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof cartSlice> {}
}

const { shopperChanged } = cartSlice.actions;
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

const forgetLines = () => cartApi.util.updateQueryData('getCart', undefined, () => null);

/** Keeps lines from the screen that must not be shown any more. */
export function addCartListeners(start: StartListening) {
  start({
    matcher: isAnyOf(addToCart.matchFulfilled, removeFromCart.matchFulfilled),
    effect(_action, { dispatch, getOriginalState }) {
      // Beside a load from before the change, RTK Query leaves out the one that the tag asks for.
      if (getCart.select()(getOriginalState()).isLoading) dispatch(loadCart());
    },
  });
  // One shopper's cart must not show under another's token.
  start({
    predicate: (_action, { auth }, before) => auth.token !== before.auth.token,
    effect(_action, { dispatch }) {
      dispatch(dropLoad());
      dispatch(forgetLines());
      dispatch(shopperChanged());
    },
  });
  start({
    matcher: getCart.matchRejected,
    effect({ meta }, { dispatch }) {
      // Lines from before a failure may be wrong by now.
      if (!meta.aborted && !meta.condition) dispatch(forgetLines());
    },
  });
}

/** Removes the item's line, unless its removal is under way, or the cart is another shopper's by now. */
export const removeLine =
  (itemId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { token } = getState().auth;
    dispatch(followStorage());
    if (getState().auth.token !== token || selectIsRemoving(getState(), itemId)) return;
    await dispatch(removeFromCart.initiate({ itemId }, { track: false }));
  };
