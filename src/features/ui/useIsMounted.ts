import { useEffect, useRef } from 'react';

/** Whether the component is still mounted, for code that runs after an `await`. */
export function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
