import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import contract from '../openapi.yaml?raw';
import { makeBackend } from './backend';
import { parseState, type StateStorage } from './db';
import { demoAccount } from './demoAccount';
import { type MockControls, mountPanel } from './panel';
import { type ScenarioSetting, scenarioSummaries } from './scenarios';

// The state is in localStorage. Scenario and latency are in sessionStorage, so that each tab has its own.
const STATE_KEY = 'mock-backend';
const SCENARIO_KEY = 'mock-scenario';
const LATENCY_KEY = 'mock-latency';

/** Starts the mock backend in this page. When the promise resolves, all API requests are intercepted. */
export async function startMock() {
  if (!navigator.serviceWorker) {
    throw new Error('Browsers allow service workers on https and localhost only.');
  }
  const backend = makeBackend({
    base: new URL(import.meta.env.VITE_API_BASE, location.href).pathname,
    contract,
    storage: localStateStorage,
    // The store starts after this function, so the panel exists at the first call.
    onCall: () => panel.update(),
  });
  await setupWorker(
    http.all(`${import.meta.env.VITE_API_BASE}/*`, ({ request }) => backend.handle(request)),
  ).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  });
  // Chromium stops the worker of a tab that is hidden for minutes. When it starts again, it no longer knows the tab.
  document.addEventListener('visibilitychange', () => {
    navigator.serviceWorker.controller?.postMessage('MOCK_ACTIVATE');
  });

  const mock: MockControls = {
    scenarios: scenarioSummaries,
    scenario: () => backend.setting,
    use(scenario) {
      backend.use(scenario as ScenarioSetting);
      sessionStorage.setItem(SCENARIO_KEY, scenario);
      panel.update();
    },
    latency: () => backend.latency,
    setLatency(ms) {
      backend.setLatency(ms);
      sessionStorage.setItem(LATENCY_KEY, String(ms));
      panel.update();
    },
    logIn: logInToDemoAccount,
    reset() {
      localStorage.removeItem(STATE_KEY);
      localStorage.removeItem('token');
      location.reload();
    },
    calls: backend.recentCalls,
  };
  const panel = mountPanel(mock);
  Object.assign(window, { mock });

  const latency = sessionStorage.getItem(LATENCY_KEY);
  // The URL can set the scenario: ?mock=slow.
  const scenario = new URLSearchParams(location.search).get('mock') ?? sessionStorage.getItem(SCENARIO_KEY);
  warnIfItThrows(() => latency && backend.setLatency(Number(latency)));
  warnIfItThrows(() => scenario && mock.use(scenario));
  panel.update();
}

/** An invalid setting must not stop the mock. */
function warnIfItThrows(apply: () => unknown) {
  try {
    apply();
  } catch (error) {
    console.warn((error as Error).message);
  }
}

async function logInToDemoAccount() {
  const { email, password } = demoAccount;
  const response = await fetch(`${import.meta.env.VITE_API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) return;
  const { token } = await response.json();
  localStorage.setItem('token', token);
  // The store handles this like a login in another tab.
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}

const localStateStorage: StateStorage = {
  load() {
    const state = localStorage.getItem(STATE_KEY);
    if (state === null) return null;
    try {
      parseState(state);
      return state;
    } catch (error) {
      console.warn(`localStorage, key "${STATE_KEY}": ${(error as Error).message} It is replaced.`);
      localStorage.removeItem(STATE_KEY);
      return null;
    }
  },
  save: (state) => localStorage.setItem(STATE_KEY, state),
};
