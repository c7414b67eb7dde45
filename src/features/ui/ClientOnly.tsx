import { type ReactNode, useSyncExternalStore } from 'react';

// One and the same, or React would subscribe anew at each render.
const subscribe = () => () => {};

/** Leaves its children out of the pages that the build renders: they depend on what only the visitor's browser knows. */
export const ClientOnly = ({ children }: { children: ReactNode }) =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  ) && children;
