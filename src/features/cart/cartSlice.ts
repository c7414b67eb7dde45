import { createSlice, isAllOf, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { isFailed } from '../../store/api';
import { followStorage } from '../../store/session';
import type { AppThunk, StartListening } from '../../store/state';
import { cartApi } from './cartApi';

const { getCart, addToCart, removeFromCart } = cartApi.endpoints;
const loadFailed = isAllOf(getCart.matchRejected, isFailed);
const initialState = {
  /** The items that are being removed, each until the cart without it is there. */
  removing: [] as string[],
};

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    removalStarted: (cart, { payload }: PayloadAction<string>) => {
      cart.removing.push(payload);
    },
    removalEnded: (cart, { payload }: PayloadAction<string>) => {
      cart.removing = cart.removing.filter((id) => id !== payload);
    },
    shopperChanged: () => initialState,
  },
  selectors: { selectIsRemoving: ({ removing }, itemId: string) => removing.includes(itemId) },
});

declare module '../../store/state' {
  interface RootState extends WithSlice<typeof cartSlice> {}
}

const { removalStarted, removalEnded, shopperChanged } = cartSlice.actions;
export const { selectIsRemoving } = cartSlice.selectors;

const findLoad = () => cartApi.util.getRunningQueryThunk('getCart', undefined);
const forgetLines = () => cartApi.util.updateQueryData('getCart', undefined, () => null);

/** One request for the cart. One that is still under way is dropped: the last one wins. */
export const loadCart = (): AppThunk<Promise<void>> => async (dispatch) => {
  const running = dispatch(findLoad());
  running?.abort();
  // RTK Query leaves out a request whose twin is still pending, so the twin has to end first.
  await running;
  dispatch(getCart.initiate(undefined, { forceRefetch: true, subscribe: false }));
};

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
      dispatch(findLoad())?.abort();
      dispatch(forgetLines());
      dispatch(shopperChanged());
    },
  });
  // Lines from before a failure may be wrong by now.
  start({ matcher: loadFailed, effect: (_action, { dispatch }) => void dispatch(forgetLines()) });
}

/** Adds one piece of an item. */
export const addItem = (itemId: string) => addToCart.initiate({ itemId, quantity: 1 }, { track: false });

/** Removes the item's line, unless its removal is under way, or the cart is another shopper's by now. */
export const removeLine =
  (itemId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { token } = getState().auth;
    dispatch(followStorage());
    if (getState().auth.token !== token || selectIsRemoving(getState(), itemId)) return;
    dispatch(removalStarted(itemId));
    const { error } = await dispatch(removeFromCart.initiate({ itemId }, { track: false }));
    // A load that is broken off has ended before the one in its place begins.
    while (!error && dispatch(findLoad())) await dispatch(findLoad())?.then(() => {});
    if (getState().auth.token === token) dispatch(removalEnded(itemId));
  };
