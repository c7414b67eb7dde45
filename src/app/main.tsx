import 'bootstrap/dist/css/bootstrap.min.css';
// Before the components, whose styles may override it.
import './theme.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { followOtherTabs } from '../features/auth/authSlice';
import { parseFilters } from '../features/items/filters';
import { seedItems } from '../features/items/itemsSlice';
import { browser } from '../store/browser';
import { App } from './App';
import { finishHydration } from './finishHydration';
import { currentPage } from './pageUrl';
import { prepareDocument } from './prepareDocument';
import { findScreen } from './routes';
import { makeStore } from './store';

prepareDocument();
const basename = import.meta.env.BASE_URL;
const page = currentPage();
const { earlyState } = window;
const root = document.getElementById('root') as HTMLElement;
const earlyInput = {
  page,
  earlyState,
  fields: [...root.querySelectorAll('input')],
  focusedId: document.activeElement?.id,
};
const store = makeStore(browser);
followOtherTabs(store.dispatch);

const app = (
  <StrictMode>
    <Provider store={store}>
      {/* No transitions: the loading state must show immediately after Apply. */}
      <BrowserRouter basename={basename} useTransitions={false}>
        <App onMounted={() => finishHydration(earlyInput)} />
      </BrowserRouter>
    </Provider>
  </StrictMode>
);
const hasScreenMarkup = root.dataset.screen === findScreen(location.pathname, basename).path;
if (hasScreenMarkup && earlyState?.page === page) {
  // Hydration must render the same cards as the first-cards script.
  const filters = parseFilters(new URLSearchParams(location.search));
  if (earlyState.items) store.dispatch(seedItems(filters, earlyState.items));
  // A transition, so that React hydrates in small tasks and the page stays responsive.
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError: reportMismatch }));
} else {
  // No markup (in development), or that of another URL: Back or Forward came before this script,
  // or the host serves index.html for every URL.
  createRoot(root).render(app);
}
// Stops the first-cards script and the notice of a missing bundle. Clicks are recorded until `finishHydration`.
// At the end: if anything above throws, the notice shows.
window.earlyState = undefined;

/** After Back during hydration, the markup is that of another page. React then renders from scratch, as it should. */
function reportMismatch(error: unknown) {
  if (currentPage() === page) reportError(error);
}
