import { useSyncExternalStore } from 'react';

// A stable function: with a new one, React would subscribe again at each render.
const subscribe = () => () => {};

/** False in the prerendered page and during hydration. Guard what depends on the URL or on storage with it. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
