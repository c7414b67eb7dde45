import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Container } from 'react-bootstrap';
import { Provider } from 'react-redux';
import { type Location, useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router-dom';
import { selectIsLong } from '../features/items/itemsSlice';
import { focusHeading } from '../features/ui/focus';
import { useAppSelector } from '../store/hooks';
import { CrashBoundary } from './CrashPage';
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

/** The screen at the address. A long list stays behind out of sight: thousands of cards can neither go nor come back between two frames. */
function Screens() {
  const location = useLocation();
  const [list, setList] = useState({ location, arrivals: 0 });
  const isList = location.pathname === '/items';
  if (isList && list.location !== location) setList({ location, arrivals: list.arrivals + 1 });
  const staysBehind = useAppSelector(selectIsLong) && list.location.pathname === '/items';
  return (
    <>
      {!isList && <Screen location={location} />}
      {(isList || staysBehind) && (
        <div hidden={!isList}>
          {/* Back has the key of the arrival before, which a list that has stayed behind would not take for a new one. */}
          <Screen location={{ ...list.location, key: `${list.arrivals}` }} />
        </div>
      )}
    </>
  );
}

const Screen = ({ location }: { location: Location }) => (
  <CrashBoundary arrival={location.key}>{useRoutes(routes, location)}</CrashBoundary>
);

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
