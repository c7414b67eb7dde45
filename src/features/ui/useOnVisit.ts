import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Calls `onVisit` once per visit: when the component mounts and at each navigation, even to the same URL.
 * A change of `visitKey`, such as to another token, counts as a visit. `isFirstVisit` is true for the mount only.
 */
export function useOnVisit(onVisit: (isFirstVisit: boolean) => void, visitKey: string | null = null) {
  const { key } = useLocation();
  const lastVisit = useRef<{ key: string; visitKey: string | null }>(undefined);
  useEffect(() => {
    const { current: last } = lastVisit;
    // The effect runs after every render, and twice under StrictMode.
    if (last?.key === key && last.visitKey === visitKey) return;
    lastVisit.current = { key, visitKey };
    onVisit(last === undefined);
  });
}
