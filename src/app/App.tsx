import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { Container } from 'react-bootstrap';
import { ErrorBoundary } from 'react-error-boundary';
import { Provider } from 'react-redux';
import { useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router-dom';
import { addItem } from '../features/cart/cartSlice';
import { ItemsPage } from '../features/items/ItemsPage';
import { focusHeading } from '../features/ui/focus';
import { useAppDispatch } from '../store/hooks';
import { CrashPage, PlantedFault } from './CrashPage';
import { NavBar } from './NavBar';
import { findScreen, routes } from './routes';
import type { AppStore } from './store';

/** The whole store front: the frame around every screen. The caller brings the router. `onReady` is called when the page answers presses. */
export function App({ store, onReady }: { store: AppStore; onReady?: () => void }) {
  useScreenChange();
  useRestored();
  useEffect(() => onReady?.(), [onReady]);
  return (
    <Provider store={store}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link without script, and skip links are links */}
      <a className="skip-link btn btn-primary visually-hidden-focusable" href="#main" onClick={skipToMain}>
        Skip to main content
      </a>
      <NavBar />
      <Container as="main" fluid="xl" id="main" tabIndex={-1} className="flex-grow-1">
        <Screens />
      </Container>
      <Container as="footer" fluid="xl" className="small text-body-secondary py-4 mt-5 d-print-none">
        <p className="mb-0">Prices in US dollars.</p>
      </Container>
    </Provider>
  );
}

function Screens() {
  const { key } = useLocation();
  const screen = useRoutes(routes);
  const dispatch = useAppDispatch();
  const handleAdd = useCallback((itemId: string) => dispatch(addItem(itemId)), [dispatch]);
  return (
    <ErrorBoundary fallback={<CrashPage />} resetKeys={[key]}>
      <PlantedFault />
      {screen}
      <ItemsPage onAdd={handleAdd} />
    </ErrorBoundary>
  );
}

/** Moves focus without the address: a new address is a new arrival, which would load the screen again. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Gives each screen its title, and the shopper's focus to its heading. */
function useScreenChange() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    document.title = findScreen(pathname)?.title ?? '';
    // Not on the first screen, which the browser itself has just opened.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Back and Forward return to where the shopper had scrolled; the browser does that.
    if (navigationType !== 'POP') scrollTo(0, 0);
    focusHeading({ preventScroll: true });
  }, [pathname, navigationType]);
}

/** A page that the browser restores is an arrival at its address: nothing that was written before is in its forms. */
function useRestored() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    function handleShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      for (const form of document.forms) form.reset();
      navigate(location, { replace: true });
    }
    addEventListener('pageshow', handleShow);
    return () => removeEventListener('pageshow', handleShow);
  }, [location, navigate]);
}
