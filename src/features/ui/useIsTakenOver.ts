import { useSyncExternalStore } from 'react';

// One and the same, or React would subscribe anew at each render.
const subscribe = () => () => {};

/** False in the pages that the build renders, and while React takes one over: what only the visitor's browser knows counts after that. */
export const useIsTakenOver = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
