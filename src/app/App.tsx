import { type MouseEvent, useEffect, useRef } from 'react';
import { Container } from 'react-bootstrap';
import { ErrorBoundary } from 'react-error-boundary';
import { Provider } from 'react-redux';
import { useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router-dom';
import { focusHeading } from '../features/ui/focus';
import { useOnVisit } from '../features/ui/useOnVisit';
import { useAppSelector } from '../store/hooks';
import { CrashPage } from './CrashPage';
import { NavBar } from './NavBar';
import { findScreen, routes } from './routes';
import type { AppStore } from './store';

type AppProps = {
  store: AppStore;
  /** Called after the first render, hydrated or not. */
  onMounted?: () => void;
};

/** The whole store front: the layout around every screen. The caller provides the router. */
export function App({ store, onMounted }: AppProps) {
  useScreenChange();
  useEffect(() => onMounted?.(), [onMounted]);
  return (
    <Provider store={store}>
      {/* biome-ignore lint/a11y/useValidAnchor: skip links are links, and this one works without JavaScript */}
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
  useRevisitOnResume();
  return (
    <ErrorBoundary fallback={<CrashPage />} resetKeys={[key]}>
      {screen}
    </ErrorBoundary>
  );
}

/** Focuses the content without a navigation, which would load the screen again. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** After a navigation: sets the title, scrolls to the top, and focuses the heading of a new screen. */
function useScreenChange() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPathname = useRef(pathname);
  useOnVisit((isFirstVisit) => {
    document.title = findScreen(pathname)?.title ?? '';
    const isNewScreen = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    // The browser handles focus and scrolling on page load.
    if (isFirstVisit) return;
    // On Back and Forward the browser restores the scroll position. A page from the bfcache keeps its own.
    if (navigationType === 'PUSH' || (isNewScreen && navigationType === 'REPLACE')) scrollTo(0, 0);
    if (isNewScreen) focusHeading({ preventScroll: true });
  });
}

/** Loads the screen's data again when the page is restored from the bfcache, or when the reload at logout was cancelled. */
function useRevisitOnResume() {
  const location = useLocation();
  const navigate = useNavigate();
  const isPageReloading = useAppSelector(({ auth }) => auth.isPageReloading);
  const wasPageReloading = useRef(false);

  useEffect(() => {
    if (wasPageReloading.current && !isPageReloading) navigate(location, { replace: true });
    wasPageReloading.current = isPageReloading;
  }, [isPageReloading, location, navigate]);

  useEffect(() => {
    function handlePageShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      // Clears passwords and other input.
      for (const form of document.forms) form.reset();
      navigate(location, { replace: true });
    }
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, [location, navigate]);
}
