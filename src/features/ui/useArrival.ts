import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Runs `load` once for each arrival at the screen, also from the same address, and when `changes` has become another number. */
export function useArrival(load: () => void, changes = 0) {
  const { key } = useLocation();
  const arrival = `${key} ${changes}`;
  const last = useRef('');
  useEffect(() => {
    // StrictMode runs effects twice; the second run is the same arrival.
    if (last.current === arrival) return;
    last.current = arrival;
    load();
  });
}
