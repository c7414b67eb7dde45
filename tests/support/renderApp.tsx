import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { demoAccount } from '../../mocks/demoAccount';
import type { ScenarioSetting } from '../../mocks/scenarios';
import { App } from '../../src/app/App';
import { makeStore } from '../../src/app/store';
import { followOtherTabs } from '../../src/features/auth/authSlice';
import { fakeBrowser } from './fakeBrowser';
import { network } from './network';

type Options = {
  /** Log in the demo shopper first. */
  loggedIn?: boolean;
  scenario?: ScenarioSetting;
};

/** The whole app at an address, on a backend of its own. Only the page's alert and reload are fakes. */
export async function renderApp(address: string, { loggedIn = false, scenario = 'normal' }: Options = {}) {
  if (loggedIn) localStorage.setItem('token', await fetchToken());
  network.calls = [];
  network.backend.use(scenario);
  window.history.pushState(null, '', address);

  const browser = fakeBrowser();
  const { shown, reload } = browser;
  const store = makeStore(browser);
  followOtherTabs(store.dispatch);
  const view = render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  );
  return { ...view, store, user: userEvent.setup({ delay: null }), shown, reload };
}

/** A token of the demo shopper. */
export async function fetchToken(): Promise<string> {
  const { email, password } = demoAccount;
  const { token } = await post('/auth/login', { email, password });
  return token;
}

/** Sends a request to the backend directly, not through the app. */
export async function post(path: string, body: object, token?: string) {
  const response = await network.backend.handle(
    new Request(`http://localhost:3000/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }),
  );
  return response.json();
}
