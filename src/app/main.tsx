import 'bootstrap/dist/css/bootstrap.min.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { followStoredToken } from '../features/auth/followStoredToken';
import { readFilters } from '../features/items/filters';
import { takeOverList } from '../features/items/itemsSlice';
import { browser } from '../store/browser';
import { makeStore } from '../store/store';
import { App } from './App';
import { findScreen } from './routes';

const store = makeStore(browser);
followStoredToken(store, browser);
const items = window.early?.takeItems?.();
if (items) store.dispatch(takeOverList(readFilters(new URLSearchParams(location.search)), items));

const app = (
  <StrictMode>
    {/* Without transitions: the frame after a press on Apply shows that the list is loading. */}
    <BrowserRouter basename={import.meta.env.BASE_URL} useTransitions={false}>
      <App store={store} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const here = `/${location.pathname.slice(import.meta.env.BASE_URL.length)}`;
// A host that knows only index.html answers every address with the home page; then there is nothing to hydrate.
if (root.dataset.screen === findScreen(here).path) hydrateRoot(root, app);
else createRoot(root).render(app);
