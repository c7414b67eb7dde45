import { type ReactNode, useSyncExternalStore } from 'react';

/** Leaves its children out of the pages that the build renders: they depend on what only the visitor's browser knows. */
export const ClientOnly = ({ children }: { children: ReactNode }) =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  ) && children;
