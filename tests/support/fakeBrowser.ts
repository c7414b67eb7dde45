import { type Mock, vi } from 'vitest';
import type { Browser } from '../../src/store/browser';

type FakeBrowser = Browser & { shown: string[]; reload: Mock<() => void> };

/** Records alerts and reloads. If `Browser` gets another method, fake it here. */
export function fakeBrowser(storage: ReturnType<Browser['getStorage']> = localStorage): FakeBrowser {
  const shown: string[] = [];
  return {
    shown,
    alert: (text) => void shown.push(text),
    reload: vi.fn(),
    getStorage: () => storage,
  };
}
