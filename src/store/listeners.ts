import { createListenerMiddleware } from '@reduxjs/toolkit';
import { addAuthListeners } from '../features/auth/authListeners';
import { addAnnouncement } from './announce';
import type { Browser } from './browser';
import type { AppStartListening } from './store';

/** The side effects of one store. In this order: a new token is stored before its success is announced. */
export function makeListenerMiddleware(browser: Browser) {
  const { middleware, startListening } = createListenerMiddleware({ extra: browser });
  const start = startListening as AppStartListening;
  addAuthListeners(start);
  addAnnouncement(start);
  return middleware;
}
