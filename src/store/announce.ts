import { isAllOf } from '@reduxjs/toolkit';
import { isFailed } from './api';
import { generatedApi } from './api.generated';
import { type EndpointName, messages } from './messages';
import type { StartListening } from './state';

/** Says how each request ends, where its endpoint has a text for that. */
export function addAnnouncer(start: StartListening) {
  for (const [name, { success, failure }] of Object.entries(messages)) {
    const { matchFulfilled, matchRejected } = generatedApi.endpoints[name as EndpointName];
    if (success) start({ matcher: matchFulfilled, effect: (_action, { extra }) => extra.alert(success) });
    if (failure)
      start({
        matcher: isAllOf(matchRejected, isFailed),
        effect: (_action, { extra }) => extra.alert(failure),
      });
  }
}
