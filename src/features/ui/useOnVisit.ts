import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Calls `onVisit` once per visit: when the component mounts and at each navigation, also to the same URL.
 * Also when `resetKey` changes, for example to another shopper's token. `isFirstVisit` is true for the mount only.
 */
export function useOnVisit(onVisit: (isFirstVisit: boolean) => void, resetKey: string | null = null) {
  const { key } = useLocation();
  const visit = `${key} ${resetKey}`;
  const lastVisit = useRef('');
  useEffect(() => {
    // The effect runs after every render, and twice under StrictMode.
    if (lastVisit.current === visit) return;
    const isFirstVisit = lastVisit.current === '';
    lastVisit.current = visit;
    onVisit(isFirstVisit);
  });
}
