import { setImmediate as nextTurn } from 'node:timers/promises';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../../src/app/App';
import { makeStore } from '../../src/app/store';
import { followOtherTabs } from '../../src/features/auth/authSlice';
import { isSpecified } from '../support/calls';
import type { Backend, Outcome } from './backend';
import { findControl, readScreen, type Screen } from './screen';
import { type Events, parseToken, type Step, take } from './steps';

// Before the imports, because React keeps the `setImmediate` and the clock that it finds.
vi.hoisted(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'performance'],
  }),
);

export type SentRequest = {
  text: string;
  outcome: Outcome;
  isInFlight: boolean;
  /** Lets the response arrive, or makes the request fail. */
  end(error?: unknown): void;
};

export type Observation = Screen & {
  address: string;
  /** The position in the tab's history, from 1. */
  historyPosition: number;
  /** Requests, alerts and reloads since the last observation, oldest first. */
  log: string[];
  /** The requests in the log. */
  sent: SentRequest[];
};

/** A browser tab with the whole store in it. A walk controls its history, network, clock and reloads. */
export function openTab(backend: Backend) {
  backend.reset();
  let history = createMemoryHistory();
  let root: Root | undefined;
  let currentPage: symbol | undefined;
  const log: (SentRequest | string)[] = [];
  let observedEvents = 0;
  let backendWork: Promise<unknown> = Promise.resolve();
  const inFlight = () => log.filter((event) => typeof event !== 'string').filter((sent) => sent.isInFlight);

  vi.stubGlobal('fetch', async (request: Request) => {
    const { signal } = request;
    signal.throwIfAborted();
    if (!isSpecified(`${request.method} ${new URL(request.url).pathname}`))
      return (await backend.handle(request)).response;
    const sent: SentRequest = { text: '', outcome: { ok: false }, isInFlight: true, end: () => {} };
    log.push(sent);
    const handled = backend.handle(request);
    backendWork = Promise.all([backendWork, handled]);
    const { response, ...description } = await handled;
    return new Promise<Response>((resolve, reject) => {
      const end = (error?: unknown) => {
        sent.isInFlight = false;
        if (error) reject(error);
        else if (response.type === 'error') reject(new TypeError('Failed to fetch'));
        else resolve(response);
      };
      Object.assign(sent, description, { end });
      if (signal.aborted) end(signal.reason);
      signal.addEventListener('abort', () => end(signal.reason));
    });
  });

  async function leavePage() {
    window.dispatchEvent(new Event('beforeunload'));
    for (const { end } of inFlight()) end(new TypeError('Failed to fetch'));
    await untilIdle();
    root?.unmount();
    await untilIdle();
    vi.clearAllTimers();
  }

  async function loadPage() {
    await leavePage();
    const page = Symbol('page');
    currentPage = page;
    // The errors of a page that was left stay held back. In a real browser the page is gone.
    const tell = (event: string) => page === currentPage && log.push(event);
    const store = makeStore({
      alert: (text) => tell(`alert "${text}"`),
      reload: () => void log.push('reload'),
      getStorage: () => localStorage,
    });
    followOtherTabs(store.dispatch);
    root = createRoot(document.body);
    root.render(
      <StrictMode>
        <Provider store={store}>
          <HistoryRouter history={history} useTransitions={false}>
            <App />
          </HistoryRouter>
        </Provider>
      </StrictMode>,
    );
  }

  /** Waits until nothing more happens without another response. */
  async function untilIdle() {
    for (let idleTurns = 0, turns = 0; idleTurns < 2; turns++) {
      if (turns === 1000) throw new Error('The page never becomes idle.');
      const before = [vi.getTimerCount(), log.length];
      vi.advanceTimersByTime(1);
      await backendWork;
      await nextTurn();
      const isIdle = vi.getTimerCount() === before[0] && log.length === before[1];
      idleTurns = isIdle ? idleTurns + 1 : 0;
    }
  }

  const events: Events = {
    open(address) {
      history = createMemoryHistory({ initialEntries: [address], v5Compat: true });
      return loadPage();
    },
    back: () => history.go(-1),
    forward: () => history.go(1),
    reload: loadPage,
    press(control) {
      const element = findControl(control);
      element.click();
      // A double press counts once.
      if (/^button (Add|Remove|Login|Signup)/.test(control)) element.click();
    },
    write(fields) {
      for (const [name, text] of new URLSearchParams(fields)) {
        const field = document.getElementById(name) as HTMLInputElement;
        field.value = text;
        if (field.value !== text) throw new Error(`The field ${name} does not accept "${text}".`);
      }
    },
    nextRequest: (incident) => backend.planIncident(incident),
    otherTab(token) {
      events.devTools(token);
      dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    },
    devTools(argument) {
      const token = parseToken(argument);
      if (token === null) localStorage.removeItem('token');
      else localStorage.setItem('token', token);
    },
    receive(number) {
      inFlight()[Number(number) % inFlight().length]?.end();
    },
  };

  return {
    take: (step: Step) => take(events, step),
    async observe(): Promise<Observation> {
      await untilIdle();
      if (log.includes('reload', observedEvents)) await loadPage();
      await untilIdle();
      const events = log.slice(observedEvents);
      observedEvents = log.length;
      return {
        ...readScreen(),
        address: history.createHref(history.location),
        historyPosition: history.index + 1,
        log: events.map((event) => (typeof event === 'string' ? event : event.text)),
        sent: events.filter((event) => typeof event !== 'string'),
      };
    },
    async close() {
      await leavePage();
      localStorage.clear();
    },
  };
}
