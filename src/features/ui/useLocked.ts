import { useRef, useState } from 'react';

/** `action`, and whether it is under way; calls are ignored until its promise settles. */
export function useLocked<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  // The lock is a ref: state would let through every press that comes before the next render.
  const locked = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const run = async (...args: Args) => {
    if (locked.current) return;
    locked.current = true;
    setIsPending(true);
    await action(...args).finally(() => {
      locked.current = false;
      setIsPending(false);
    });
  };
  return [run, isPending] as const;
}
