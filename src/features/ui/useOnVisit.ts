import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Calls `onVisit` once per visit: when the component mounts and at each navigation, even to the same URL.
 * A change of `visitKey`, for example to another shopper's token, counts as a visit. `isFirstVisit` is true for the mount only.
 */
export function useOnVisit(onVisit: (isFirstVisit: boolean) => void, visitKey: string | null = null) {
  const { key } = useLocation();
  const visit = `${key} ${visitKey}`;
  const lastVisit = useRef('');
  useEffect(() => {
    // The effect runs after every render, and twice under StrictMode.
    if (lastVisit.current === visit) return;
    const isFirstVisit = lastVisit.current === '';
    lastVisit.current = visit;
    onVisit(isFirstVisit);
  });
}
