import { vi } from 'vitest';
import type { Browser } from '../../src/store/browser';

/** A browser that records alerts and reloads instead of showing them. Storage and network are the test's. */
export function fakeBrowser(storage: ReturnType<Browser['getStorage']> = localStorage) {
  const alerts: string[] = [];
  return {
    alerts,
    alert: (text: string) => void alerts.push(text),
    reload: vi.fn(),
    getStorage: () => storage,
  };
}
