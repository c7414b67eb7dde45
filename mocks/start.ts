import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import contract from '../openapi.yaml?raw';
import { makeBackend } from './backend';
import { readState, type Storage } from './db';
import { demoAccount } from './demoAccount';
import { type Mock, mountPanel } from './panel';
import { type Situation, scenarios } from './scenarios';

// Users, tokens and carts are kept for good; the scenario and the latency for the tab.
const STATE_KEY = 'mock-backend';
const SCENARIO_KEY = 'mock-scenario';
const LATENCY_KEY = 'mock-latency';

/** Starts the mock backend in this page; resolves when no request can be missed any more, rejects where the page may not use what it needs. */
export async function startMock() {
  if (!navigator.serviceWorker)
    throw new Error('Browsers allow service workers on https and localhost only.');

  const calls: Mock['calls'] = [];
  const backend = makeBackend({
    base: new URL(import.meta.env.VITE_API_BASE, location.href).pathname,
    contract,
    storage: pageStorage,
    onCall(report) {
      calls.unshift(report);
      calls.length = Math.min(calls.length, 10);
      panel.update();
    },
  });

  const mock: Mock = {
    scenarios: Object.fromEntries(Object.entries(scenarios).map(([name, { summary }]) => [name, summary])),
    situation: () => backend.situation,
    use(situation) {
      backend.use(situation as Situation);
      sessionStorage.setItem(SCENARIO_KEY, situation);
      panel.update();
    },
    latency: () => backend.latency,
    delay(ms) {
      backend.delay(ms);
      sessionStorage.setItem(LATENCY_KEY, String(ms));
      panel.update();
    },
    async logIn() {
      const { email, password } = demoAccount;
      const response = await fetch(`${import.meta.env.VITE_API_BASE}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) return;
      localStorage.setItem('token', (await response.json()).token);
      // The store follows a login in another tab; to it this is one.
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    },
    reset() {
      localStorage.removeItem(STATE_KEY);
      localStorage.removeItem('token');
      location.reload();
    },
    calls,
  };
  await setupWorker(
    http.all(`${import.meta.env.VITE_API_BASE}/*`, ({ request }) => backend.handle(request)),
  ).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  });
  // Only now: a press on the panel before would go to the network.
  const panel = mountPanel(mock);
  Object.assign(window, { mock });

  const wanted = new URLSearchParams(location.search).get('mock') ?? sessionStorage.getItem(SCENARIO_KEY);
  backend.delay(Number(sessionStorage.getItem(LATENCY_KEY)));
  try {
    if (wanted) mock.use(wanted);
  } catch (error) {
    console.warn((error as Error).message);
  }
  panel.update();
}

/** The state in localStorage. A text that holds none is forgotten, with a warning. */
const pageStorage: Storage = {
  load() {
    const text = localStorage.getItem(STATE_KEY);
    try {
      if (text !== null) readState(text);
      return text;
    } catch (error) {
      console.warn(`${(error as Error).message} It starts anew.`);
      localStorage.removeItem(STATE_KEY);
      return null;
    }
  },
  save: (state) => localStorage.setItem(STATE_KEY, state),
};
