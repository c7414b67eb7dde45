import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Calls `onVisit` once per visit: when the component mounts and at each navigation, also to the same address.
 * A change of `subject` counts as a visit too, for example another shopper's token.
 */
export function useOnVisit(onVisit: () => void, subject: string | null = null) {
  const { key } = useLocation();
  const visit = `${key} ${subject}`;
  const lastVisit = useRef('');
  useEffect(() => {
    // StrictMode runs effects twice.
    if (lastVisit.current === visit) return;
    lastVisit.current = visit;
    onVisit();
  });
}
