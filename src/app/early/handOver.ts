import { parseFilters } from '../../features/items/filters';
import { seedItems } from '../../features/items/itemsSlice';
import type { AppDispatch } from '../../store/state';

/** Puts the list of the first cards into the store, so that React hydrates the same cards. */
export function provideFirstItems(dispatch: AppDispatch) {
  const { early } = window;
  if (!early) return;
  early.isBundleRunning = true;
  if (early.items) dispatch(seedItems(parseFilters(new URL(early.href).searchParams), early.items));
}

/** Once the page is interactive: clicks the buttons that were clicked before, then cleans up. */
export function finishHydration(renderedHref: string) {
  document.documentElement.classList.remove('early');
  if (!window.early) return;
  const { clicks, listeners } = window.early;
  listeners.abort();
  for (const button of clicks) button.click();
  // Back or Forward came during hydration, before the router listened.
  if (location.href !== renderedHref) dispatchEvent(new PopStateEvent('popstate'));
  window.early = undefined;
  // In a new task, because until then the request of the first visit may take the prefetched response.
  setTimeout(() => {
    window.prefetched?.controller.abort();
    window.prefetched = undefined;
  });
}
