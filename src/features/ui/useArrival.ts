import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Runs `load` once for each arrival at the screen: every navigation to it, also to the same address. For whom the
 * screen is, if it depends on that, is `shopper`: another one arrives anew.
 */
export function useArrival(load: () => void, shopper: string | null = null) {
  const { key } = useLocation();
  const arrival = `${key} ${shopper}`;
  const last = useRef('');
  useEffect(() => {
    // StrictMode runs effects twice; the second run is the same arrival.
    if (last.current === arrival) return;
    last.current = arrival;
    load();
  });
}
