import 'bootstrap/dist/css/bootstrap.min.css';
import './theme.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { followOtherTabs } from '../features/auth/authSlice';
import { browser } from '../store/browser';
import { App } from './App';
import { finishHydration, provideFirstItems } from './early/handOver';
import { normalizeAddress } from './normalizeAddress';

import { findScreen } from './routes';
import { makeStore } from './store';

normalizeAddress();
const basename = import.meta.env.BASE_URL;
const { href, pathname } = location;
const store = makeStore(browser);
followOtherTabs(store.dispatch);
provideFirstItems(store.dispatch);

const app = (
  <StrictMode>
    {/* Without transitions, so that the first frame after Apply shows that the list is loading. */}
    <BrowserRouter basename={basename} useTransitions={false}>
      <App store={store} onHydrated={() => finishHydration(href)} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById('root') as HTMLElement;
const isPrerendered = root.dataset.screen === findScreen(pathname, basename)?.path;
// After Back, or on a host that serves index.html for every address, the markup is another screen's.
if (isPrerendered && window.early?.href === href) {
  // A transition, so that React hydrates in slices and the page stays responsive.
  startTransition(() => void hydrateRoot(root, app));
} else {
  createRoot(root).render(app);
}
