import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import type { ScenarioSetting } from '../../mocks/scenarios';
import { App } from '../../src/app/App';
import { makeStore } from '../../src/app/store';
import { followOtherTabs } from '../../src/features/auth/authSlice';
import { fakeBrowser } from './fakeBrowser';
import { fillCart } from './fillCart';
import { network } from './network';

type Options = {
  /** Log in the demo shopper first. */
  loggedIn?: boolean;
  /** What is in the cart of the demo shopper. */
  cart?: Record<string, number>;
  scenario?: ScenarioSetting;
};

/** The whole app at an address, on a backend of its own. Only the page's alert and reload are fakes. */
export async function renderApp(address: string, { loggedIn, cart, scenario = 'normal' }: Options = {}) {
  if (loggedIn) localStorage.setItem('token', await fillCart(network.backend, cart));
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
