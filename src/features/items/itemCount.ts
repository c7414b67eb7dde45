import { replaceHistoryEntry } from '../../store/browser';

/**
 * Remembers the length of the list with its history entry. After a reload, or on Back from another site, the page reserves
 * that height at once, because the browser restores the scroll position before the list has loaded.
 */
export function rememberItemCount(itemCount: number) {
  replaceHistoryEntry({ ...history.state, itemCount });
  document.documentElement.style.removeProperty('--item-count');
}

/** Reserves the height of the remembered list. */
export function reserveRememberedHeight() {
  const itemCount = history.state?.itemCount;
  // Only if needed: when the variable is removed from `html`, the browser computes all styles again.
  if (itemCount) document.documentElement.style.setProperty('--item-count', String(itemCount));
}
