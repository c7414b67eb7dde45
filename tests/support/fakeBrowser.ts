import { vi } from 'vitest';
import type { Browser } from '../../src/store/browser';

/** A page without a window: it keeps its alerts and counts its reloads. Storage and network are those of the test. */
export function fakeBrowser(storage: Browser['localStorage'] = localStorage) {
  const alerts: string[] = [];
  return {
    alerts,
    alert: (text: string) => void alerts.push(text),
    reload: vi.fn(),
    fetch: (request: Request) => fetch(request),
    localStorage: storage,
  };
}
