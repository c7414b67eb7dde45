import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Runs `load` once for each arrival at the screen, also from the same address, and when another thing is `asked` for: other filters, or
 * another shopper's cart. Where only what the address says of the `view` has changed, nobody has arrived.
 */
export function useArrival(load: () => void, asked: string | null = null, view?: string) {
  const { key, pathname, search } = useLocation();
  // Where Back came before React answered, the place that was opened has the key of the one to which it led.
  const now = { what: pathname + asked, place: key + search, view: view ?? search };
  const last = useRef<typeof now>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = now;
    // StrictMode runs effects twice; the second run is the same arrival.
    if (before?.what !== now.what || (before.view === now.view && before.place !== now.place)) load();
  });
}
