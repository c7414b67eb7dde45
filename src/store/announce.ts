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
        matcher: matchRejected,
        effect({ meta }, { extra }) {
          // `condition`: the request was not needed, a twin is under way. `aborted`: nobody waits for it any more.
          if (!meta.condition && !meta.aborted) extra.alert(failure);
        },
      });
  }
}
