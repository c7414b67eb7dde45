import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Runs `load` once for each arrival at the screen: every navigation to it, also to the same address. */
export function useArrival(load: () => void) {
  const { key } = useLocation();
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    // StrictMode runs effects twice; the second run is the same arrival.
    if (arrived.current === key) return;
    arrived.current = key;
    load();
  });
}
