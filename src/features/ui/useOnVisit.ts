import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The state of a navigation that only changes how the page shows the same data, such as a sort order: not a visit. */
export const SAME_VISIT = { isSameVisit: true };

/**
 * Calls `onVisit` once per visit: when the component mounts, and at each navigation, even to the same URL, unless the store has
 * marked it with SAME_VISIT. Back and Forward are always visits.
 * A change of `visitKey`, such as to another token, counts as a visit. `isFirstVisit` is true for the mount only.
 */
export function useOnVisit(onVisit: (isFirstVisit: boolean) => void, visitKey: string | null = null) {
  const { key, state } = useLocation();
  const isSameVisit = useNavigationType() !== 'POP' && state?.isSameVisit === true;
  const lastVisit = useRef<{ key: string; visitKey: string | null }>(undefined);
  useEffect(() => {
    const { current: last } = lastVisit;
    const hasNavigated = last?.key !== key && !(last && isSameVisit);
    lastVisit.current = { key, visitKey };
    // The effect runs after every render, and twice under StrictMode.
    if (hasNavigated || last?.visitKey !== visitKey) onVisit(last === undefined);
  });
}
