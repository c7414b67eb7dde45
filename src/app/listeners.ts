import { createListenerMiddleware } from '@reduxjs/toolkit';
import { selectToken } from '../features/auth/authSlice';
import { forgetCart } from '../features/cart/cartSlice';
import { addAnnouncement } from '../store/announce';
import type { Browser } from '../store/browser';
import type { AppStartListening } from '../store/state';

/** What follows from an action in one store. */
export function makeListenerMiddleware(browser: Browser) {
  const { middleware, startListening } = createListenerMiddleware({ extra: browser });
  const start = startListening as AppStartListening;
  start({
    predicate: (_action, now, before) => selectToken(now) !== selectToken(before),
    // One shopper's cart must not show under another's token.
    effect: (_action, { dispatch }) => dispatch(forgetCart()),
  });
  addAnnouncement(start);
  return middleware;
}
