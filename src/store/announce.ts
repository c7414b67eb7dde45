import type { Middleware } from '@reduxjs/toolkit';
import { generatedApi } from './api.generated';
import type { Browser } from './browser';
import { type EndpointName, messages } from './messages';

export const makeAnnouncer =
  (browser: Browser): Middleware =>
  () =>
  (next) =>
  (action) => {
    const result = next(action);
    for (const [name, { success, failure }] of Object.entries(messages)) {
      const { matchFulfilled, matchRejected } = generatedApi.endpoints[name as EndpointName];
      if (success && matchFulfilled(action)) browser.alert(success);
      if (!failure || !matchRejected(action)) continue;
      // `condition`: the request was not needed, a twin is under way. `aborted`: nobody waits for it any more.
      if (!action.meta.condition && !action.meta.aborted) browser.alert(failure);
    }
    return result;
  };
