import { createListenerMiddleware } from '@reduxjs/toolkit';
import { addAuthListeners } from '../features/auth/authSlice';
import { addCartListeners } from '../features/cart/cartSlice';
import { addAlertListeners } from '../store/alerts';
import type { Browser } from '../store/browser';
import type { AppDispatch, RootState } from '../store/state';

/** Every listener of the Redux store. They run in this order. */
export function makeListenerMiddleware(browser: Browser) {
  const { startListening, middleware } = createListenerMiddleware<RootState, AppDispatch, Browser>({
    extra: browser,
  });
  // Auth comes before alerts: the token must be stored before `alert` blocks the page.
  addAuthListeners(startListening);
  addAlertListeners(startListening);
  // The cart's listeners could come anywhere.
  addCartListeners(startListening);
  return middleware;
}
