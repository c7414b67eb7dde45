import { createListenerMiddleware } from '@reduxjs/toolkit';
import { addAuthListeners } from '../features/auth/authSlice';
import { addCartListeners } from '../features/cart/cartSlice';
import type { Browser } from '../store/browser';
import { addMessageListeners } from '../store/messages';
import type { AppDispatch, RootState } from '../store/state';

/** Every listener of the Redux store. */
export function makeListenerMiddleware(browser: Browser) {
  const { startListening, middleware } = createListenerMiddleware<RootState, AppDispatch, Browser>({
    extra: browser,
  });
  // Listeners run in the order in which they are added: the token must be stored before `alert` blocks the page.
  addAuthListeners(startListening);
  addMessageListeners(startListening);
  addCartListeners(startListening);
  return middleware;
}
