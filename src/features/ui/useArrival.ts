import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

type Place = { key: string; pathname: string; search: string; asked: string | null };

/**
 * Runs `load` once for each arrival at the screen, also from the same address, and when another thing is `asked` for: other filters, or
 * another shopper's cart. What changes in the address beside that is a matter of the view, and no arrival.
 */
export function useArrival(load: () => void, asked: string | null = null) {
  const { key, pathname, search } = useLocation();
  const last = useRef<Place>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = { key, pathname, search, asked };
    const isSame = before?.pathname === pathname && before.asked === asked;
    // StrictMode runs effects twice; the second run is the same arrival.
    if (!isSame || (before.search === search && before.key !== key)) load();
  });
}
