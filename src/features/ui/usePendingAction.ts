import { useRef, useState } from 'react';

/** Wraps `action`: ignores further calls until its promise settles. Also returns whether it is pending. */
export function usePendingAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  // A ref, because state changes only with the next render and would let a second click through.
  const isLocked = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const run = async (...args: Args) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setIsPending(true);
    try {
      await action(...args);
    } finally {
      isLocked.current = false;
      setIsPending(false);
    }
  };
  return [run, isPending] as const;
}
