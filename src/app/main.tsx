import 'bootstrap/dist/css/bootstrap.min.css';
import './theme.css';
import './early/turn';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './early/pause';
import { BrowserRouter } from 'react-router-dom';
import { followStoredToken } from '../features/auth/authSlice';
import { browser } from '../store/browser';
import { App } from './App';
import { answerEarly, takeOverItems, windowOfPage, withEarlyCall } from './early/handOver';
import { findScreen } from './routes';
import { makeStore } from './store';

const basename = import.meta.env.BASE_URL;
const store = makeStore(withEarlyCall(browser));
followStoredToken(store.dispatch);
takeOverItems(store.dispatch);

const app = (
  <StrictMode>
    {/* Without transitions: the frame after a press on Apply shows that the list is loading. */}
    <BrowserRouter basename={basename} window={windowOfPage} useTransitions={false}>
      <App store={store} onReady={answerEarly} />
    </BrowserRouter>
  </StrictMode>
);
const root = document.getElementById('root') as HTMLElement;
// A host that knows only index.html answers every address with the home page; then there is nothing to hydrate.
if (root.dataset.screen === findScreen(windowOfPage.location.pathname, basename)?.path) {
  // As a transition, React takes the page over in slices, between which the shopper is answered.
  startTransition(() => void hydrateRoot(root, app));
} else createRoot(root).render(app);
