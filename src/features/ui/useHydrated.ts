import { useSyncExternalStore } from 'react';

// A stable function: with a new one, React would subscribe again at each render.
const subscribe = () => () => {};

/** False on the server and during hydration. Guards what only the visitor's browser knows. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
