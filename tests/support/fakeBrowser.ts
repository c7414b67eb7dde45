import { type Mock, vi } from 'vitest';
import type { Browser } from '../../src/store/browser';
import type { Message } from '../../src/store/messages';

type FakeBrowser = Browser & { shown: Message[]; reload: Mock<() => void> };

/** Records alerts and reloads. If `Browser` gets another method, fake it here. */
export function fakeBrowser(storage: ReturnType<Browser['getStorage']> = localStorage): FakeBrowser {
  const shown: Message[] = [];
  return {
    shown,
    alert: (text) => void shown.push({ channel: 'alert', text }),
    reload: vi.fn(),
    getStorage: () => storage,
  };
}
