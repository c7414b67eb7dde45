import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { Container } from 'react-bootstrap';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router-dom';
import { focusHeading } from '../features/ui/focus';
import { useOnNavigation } from '../store/useOnNavigation';
import { CrashPage } from './CrashPage';
import { NavBar } from './NavBar';
import { findScreen, routes } from './routes';
import { documentTitle } from './screens';

/** The whole store front: the layout around every screen. The caller provides the Redux store and the router. */
export function App({ onMounted }: { onMounted?: () => void }) {
  useNavigationEffects();
  useEffect(() => onMounted?.(), [onMounted]);
  useEffect(() => {
    // On the window, before `onNextAct`, which after Logout takes a click as a sign that the reload was stopped.
    addEventListener('click', ignoreSecondClick, true);
    return () => removeEventListener('click', ignoreSecondClick, true);
  }, []);
  return (
    <>
      <div className="fixed-top m-2 visually-hidden-focusable">
        {/* biome-ignore lint/a11y/useValidAnchor: skip links are links, and this one works without JavaScript */}
        <a className="btn btn-primary" href="#main" onClick={skipToMain}>
          Skip to main content
        </a>
      </div>
      <NavBar />
      <Container
        as="main"
        fluid="xl"
        id="main"
        tabIndex={-1}
        className="d-flex flex-column flex-grow-1"
        onKeyDown={ignoreHeldEnter}
      >
        <Screens />
        <footer className="small text-body-secondary pb-4 mt-auto d-print-none">
          <p className="pt-4 mt-5 mb-0">Prices in US dollars.</p>
        </footer>
      </Container>
    </>
  );
}

function Screens() {
  const { key, pathname } = useLocation();
  const screen = findScreen(pathname);
  const page = useRoutes(routes) ?? screen.element;
  useVisitOnRestore();
  return (
    <>
      <title>{documentTitle(screen)}</title>
      <ErrorBoundary fallback={<CrashPage />} resetKeys={[key]}>
        {page}
      </ErrorBoundary>
    </>
  );
}

/** Focuses the content. Following the link to `#main` would count as a visit and load the data again. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/**
 * Ignores the second click of a double click, except in forms: what the first click has done may have moved the next line's
 * Remove, a card's Add to Cart or, after Logout, a link under the pointer.
 */
function ignoreSecondClick(event: UIEvent) {
  if (event.detail < 2 || (event.target as Element).closest('form')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** While Enter is held, browsers click again and again. That would remove the next line of the cart, too. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** After a navigation, focuses the heading of a new screen, and scrolls to the top where needed. */
function useNavigationEffects() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPathname = useRef(pathname);
  useOnNavigation(() => {
    // On Back, Forward and from the bfcache, the browser sets the scroll position.
    if (navigationType === 'PUSH') scrollTo(0, 0);
    if (lastPathname.current !== pathname) focusHeading({ preventScroll: true });
    lastPathname.current = pathname;
  });
}

/** Counts a page that the browser shows without loading it as a visit: navigates to the same URL, which loads its data again. */
function useVisitOnRestore() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    function visit() {
      navigate(location, { replace: true });
    }
    /** From the bfcache */
    function handlePageShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      // Clears passwords and other input.
      for (const form of document.forms) form.reset();
      visit();
    }
    addEventListener('pageshow', handlePageShow);
    // Chromium may prerender a page while the shopper types its address. Then its data is old, and its alerts were suppressed.
    document.addEventListener('prerenderingchange', visit);
    return () => {
      removeEventListener('pageshow', handlePageShow);
      document.removeEventListener('prerenderingchange', visit);
    };
  }, [location, navigate]);
}
