import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Calls `onVisit` once per visit: when the component mounts, and at each navigation, even to the same URL.
 * `isFirstVisit` is true for the mount only.
 */
export function useOnVisit(onVisit: (isFirstVisit: boolean) => void) {
  const { key } = useLocation();
  const lastKey = useRef<string>(undefined);
  useEffect(() => {
    const { current: last } = lastKey;
    lastKey.current = key;
    // The effect runs after every render, and twice under StrictMode.
    if (last !== key) onVisit(last === undefined);
  });
}
