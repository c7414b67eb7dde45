import { isFulfilled, isRejected } from '@reduxjs/toolkit';
import { messages } from './messages';
import type { AppStartListening } from './store';

type RequestMeta = { arg: { endpointName: string }; condition?: boolean; aborted?: boolean };

/** Raises the catalogue's alert for each settled request. */
export function addAnnouncement(start: AppStartListening) {
  start({
    matcher: isFulfilled,
    effect: ({ meta }, { extra }) => say(extra.alert, (meta as RequestMeta).arg, 'success'),
  });
  start({
    // Not isRejectedWithValue: a request that throws before it is sent has failed too.
    matcher: isRejected,
    effect: ({ meta }, { extra }) => {
      const { arg, condition, aborted } = meta as RequestMeta;
      // `condition`: the request was not needed, a twin is under way. `aborted`: nobody waits for it any more.
      if (!condition && !aborted) say(extra.alert, arg, 'failure');
    },
  });
}

function say(
  alert: (text: string) => void,
  { endpointName }: RequestMeta['arg'],
  outcome: 'success' | 'failure',
) {
  const text = messages[endpointName]?.[outcome];
  if (text) alert(text);
}
