import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from './hooks';
import type { AppThunk } from './state';

type Running = PromiseLike<unknown> & { abort: () => void };

/**
 * Calls `send` once per visit: when the component mounts, at each navigation, even to the same URL, and when `visitKey` changes.
 * Returns a function that loads again. A new load aborts the older one, and so does leaving the page.
 * `findRunning` finds the request in flight that `send` would repeat. Another component may have sent it.
 */
export function useLoad(
  send: () => void,
  findRunning: AppThunk<Running | undefined>,
  visitKey: string | null = null,
) {
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const [repeats, setRepeats] = useState(0);
  // After a logout, nothing is sent until the page has reloaded. If the shopper stops the reload, that counts as a visit.
  const isPageReloading = useAppSelector(({ auth }) => auth.isPageReloading);

  const load = useEffectEvent(() => {
    let isSuperseded = false;
    async function replaceRunning() {
      const running = dispatch(findRunning);
      running?.abort();
      // RTK Query skips a request while the same one is pending.
      await running;
      if (!isSuperseded) send();
    }
    replaceRunning();
    return () => {
      isSuperseded = true;
      dispatch(findRunning)?.abort();
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these is a visit
  useEffect(() => load(), [key, visitKey, repeats, isPageReloading]);
  return () => setRepeats(repeats + 1);
}
