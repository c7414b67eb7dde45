import { replaceHistoryEntry } from '../../store/browser';

/**
 * Remembers the length of the list with its history entry. After a reload, or on Back from another site, the page reserves
 * that height at once, because the browser restores the scroll position before the list has loaded.
 */
export function rememberItemCount(itemCount: number) {
  replaceHistoryEntry({ ...history.state, itemCount });
  document.documentElement.style.removeProperty('--item-count');
}

/** Remembers how many times as high the cards are as ItemsPage.css estimates. Long descriptions and large text make them higher. */
export function rememberTallness() {
  const batch = document.querySelector<HTMLElement>('.batch');
  if (!batch) return;
  // Reports the height after the next layout. Reading it now would force one.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    const rems = Number.parseFloat(getComputedStyle(batch).getPropertyValue('--height-per-card'));
    const estimate = rems * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const tallness = batch.offsetHeight / batch.childElementCount / estimate;
    replaceHistoryEntry({ ...history.state, tallness: Math.max(1, tallness) });
  });
  observer.observe(batch);
}

/** Reserves the height of the remembered list. */
export function reserveRememberedHeight() {
  const { itemCount, tallness } = history.state ?? {};
  // Only if needed: when the variable is removed from `html`, the browser computes all styles again.
  if (itemCount)
    document.documentElement.style.setProperty('--item-count', String(itemCount * (tallness || 1)));
}
