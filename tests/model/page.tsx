import { setImmediate as turn } from 'node:timers/promises';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  unstable_HistoryRouter as HistoryRouter,
  UNSAFE_createMemoryHistory as makeHistory,
} from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../../src/app/App';
import { makeStore } from '../../src/app/store';
import { followStoredToken } from '../../src/features/auth/authSlice';
import { openEyes } from './look';
import { pending } from './macrotasks';
import { items, type Sent, type Shop } from './shop';
import type { Tab } from './walk';

/** A tab on the whole app in a document without a browser around it: history, reload, clock and network are this file's. */
export async function openTab(shop: Shop): Promise<Tab> {
  shop.reset();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { look, find, store } = openEyes(items.map(({ name }) => name));
  const log: (Sent | string)[] = [];
  /** What lets the answer to a request arrive, or breaks it off, for each that waits. */
  const waiting = new Map<Sent, (isBroken?: boolean) => void>();
  /** What the shop has at hand. */
  const atWork = new Set<Promise<unknown>>();

  let history = makeHistory();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);

  // What browsers keep of answers; happy-dom's requests do not know of it.
  const kept = new Map<string, Response>();
  const { Request } = globalThis;
  function CacheableRequest(...of: ConstructorParameters<typeof Request>) {
    return Object.assign(new Request(...of), { cache: of[1]?.cache ?? 'default' });
  }
  vi.stubGlobal('Request', CacheableRequest);

  async function fetch(request: Request): Promise<Response> {
    // Browsers send nothing then.
    request.signal.throwIfAborted();
    const old = kept.get(request.url);
    if (old && request.cache === 'default') return old.clone();
    const sent: Sent = { text: '', answer: 'never' };
    log.push(sent);
    const work = shop.handle(request);
    atWork.add(work);
    const { response, ...known } = await work;
    atWork.delete(work);
    Object.assign(sent, known);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(sent);
        reject(request.signal.reason);
      };
      if (request.signal.aborted) return leave();
      request.signal.addEventListener('abort', leave);
      waiting.set(sent, (isBroken = response?.type === 'error') => {
        if (!response) return;
        waiting.delete(sent);
        if (isBroken) return reject(new TypeError('Failed to fetch'));
        if (response.ok && request.method === 'GET') kept.set(request.url, response.clone());
        resolve(response);
      });
    });
  }

  // What listens to the window goes with the page. React is not asked to tidy up: a browser does not either.
  let life = new AbortController();
  const listen = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) =>
    listen(type, listener, { signal: life.signal }),
  );

  function unload() {
    life.abort();
    life = new AbortController();
    document.body.replaceChildren();
    waiting.clear();
    vi.clearAllTimers();
  }

  /** Another page. While it is on its way, what this one waits for comes, or breaks off. */
  async function load(isBroken = true) {
    window.dispatchEvent(new Event('beforeunload'));
    for (const answer of [...waiting.values()]) answer(isBroken || undefined);
    await flush();
    unload();
    const store = makeStore({
      alert: (text: string) => void log.push(`alert "${text}"`),
      reload: () => void log.push('reload'),
      fetch,
      localStorage,
    });
    followStoredToken(store.dispatch);
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <StrictMode>
        <HistoryRouter history={history} useTransitions={false}>
          <App store={store} />
        </HistoryRouter>
      </StrictMode>,
    );
  }

  /** Until nothing more happens without an answer or time. */
  async function flush() {
    // Twice, because what was done last may have set a timer for at once.
    for (let quiet = 0, turns = 0; quiet < 2; turns++) {
      if (turns === 1000) throw new Error('The page does not come to rest.');
      vi.advanceTimersByTime(0);
      await Promise.all(atWork);
      await turn();
      quiet = atWork.size || pending ? 0 : quiet + 1;
    }
  }

  return {
    open({ address }) {
      // In a tab of its own, so that nothing lies behind it.
      history = makeHistory({ initialEntries: [address], v5Compat: true });
      return load();
    },
    go: ({ by }) => (by ? history.go(by) : load()),
    press({ control }) {
      const element = find(control);
      element?.focus();
      element?.click();
      // A second press, before anything has happened, does nothing.
      if (/^button (Add|Remove|Login|Signup)/.test(control)) element?.click();
    },
    fill(name, text) {
      const field = find(`field ${name}`) as HTMLInputElement;
      field.focus();
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    fault: ({ fault }) => shop.use(fault),
    store: ({ token, isHeard }) => store(token, isHeard),
    async wait() {
      const end = vi.fn();
      setTimeout(end, 10_000);
      // One at a time: what is given up may break off another one, or bring the next.
      while (!end.mock.calls.length) {
        vi.advanceTimersToNextTimer();
        await flush();
      }
    },
    receive: (to) => to && waiting.get(to)?.(),
    async see() {
      // So that no two steps are of one moment: which of two calls is given up first would be chance.
      vi.advanceTimersByTime(1);
      await flush();
      if (log.includes('reload')) await load(false);
      await flush();
      return {
        ...look(),
        log: log.splice(0),
        address: history.createHref(history.location),
        // How far the shopper has come; the rest is not told.
        historyLength: history.index + 1,
        underWay: [...waiting.keys()],
      };
    },
    close() {
      unload();
      localStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
