import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Runs `load` once for each arrival at the screen, also from the same address. Where a screen is a shopper's own, another `shopper` arrives anew. */
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
