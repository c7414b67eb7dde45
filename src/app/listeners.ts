import { createListenerMiddleware } from '@reduxjs/toolkit';
import { addAuthListeners } from '../features/auth/authSlice';
import { addCartListeners } from '../features/cart/cartSlice';
import type { Browser } from '../store/browser';
import { addMessageListeners } from '../store/messages';
import type { AppDispatch, RootState } from '../store/state';

/** Every listener of the Redux store. They run in this order. */
export function makeListenerMiddleware(browser: Browser) {
  const { startListening, middleware } = createListenerMiddleware<RootState, AppDispatch, Browser>({
    extra: browser,
  });
  // Auth comes before messages: the token must be stored before `alert` blocks the page.
  addAuthListeners(startListening);
  addMessageListeners(startListening);
  // The cart's listeners could come anywhere.
  addCartListeners(startListening);
  return middleware;
}
