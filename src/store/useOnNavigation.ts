import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Calls `onNavigation` at each navigation, even to the same URL. Not when the component mounts. */
export function useOnNavigation(onNavigation: () => void) {
  const { key } = useLocation();
  const lastKey = useRef(key);
  useEffect(() => {
    // The effect runs after every render.
    if (lastKey.current === key) return;
    lastKey.current = key;
    onNavigation();
  });
}
