import { isAllOf } from '@reduxjs/toolkit';
import { isFailedRequest } from './api';
import { generatedApi } from './api.generated';
import { type EndpointName, messages } from './messages';
import type { StartListening } from './state';

/** Raises the alerts of `messages` when a request succeeds or fails. */
export function addAlertListeners(startListening: StartListening) {
  for (const [name, { success, failure }] of Object.entries(messages)) {
    const { matchFulfilled, matchRejected } = generatedApi.endpoints[name as EndpointName];
    if (success) {
      startListening({ matcher: matchFulfilled, effect: (_, { extra: browser }) => browser.alert(success) });
    }
    if (failure) {
      const matcher = isAllOf(matchRejected, isFailedRequest);
      startListening({ matcher, effect: (_, { extra: browser }) => browser.alert(failure) });
    }
  }
}
