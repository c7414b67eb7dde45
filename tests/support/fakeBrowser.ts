import { vi } from 'vitest';
import type { Browser } from '../../src/store/browser';

/** Records alerts and reloads. If `Browser` gets another method, fake it here. */
export function fakeBrowser(storage: ReturnType<Browser['getStorage']> = localStorage) {
  const shown: string[] = [];
  return {
    shown,
    alert: (text: string) => void shown.push(text),
    reload: vi.fn(),
    getStorage: () => storage,
  };
}
