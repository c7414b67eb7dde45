import { generatedApi } from './api.generated';
import { type EndpointName, messages } from './messages';
import type { AppStartListening } from './state';

/** Raises the catalogue's alert for each settled request. */
export function addAnnouncement(start: AppStartListening) {
  for (const name of Object.keys(messages) as EndpointName[]) {
    const { success, failure } = messages[name];
    const { matchFulfilled, matchRejected } = generatedApi.endpoints[name];
    if (success) start({ matcher: matchFulfilled, effect: (_action, { extra }) => extra.alert(success) });
    if (!failure) continue;
    start({
      matcher: matchRejected,
      effect: ({ meta }, { extra }) => {
        // `condition`: the request was not needed, a twin is under way. `aborted`: nobody waits for it any more.
        if (!meta.condition && !meta.aborted) extra.alert(failure);
      },
    });
  }
}
