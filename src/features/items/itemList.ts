import { groupThousands } from '../ui/money';

/** Number of cards in the first render. A multiple of twelve, so that the last row is full in 1 to 4 columns. */
export const FIRST_CARDS = 24;

/** Cards per `ul`, a multiple of FIRST_CARDS. The first `ul` is filled in steps of FIRST_CARDS, each later one in one render. */
export const BATCH_SIZE = 120;

/** The height to reserve for cards that are not rendered yet, so that the browser can restore the scroll position. */
export const heightOf = (cards: number) => `calc(${cards} * var(--height-per-card))`;

/** Passes numbers on to theme.css. As variables of `html`, because a policy forbids style attributes in prerendered pages. */
export function setListVariables() {
  const { style } = document.documentElement;
  style.setProperty('--first-cards', String(FIRST_CARDS));
  style.setProperty('--batch-size', String(BATCH_SIZE));
  style.setProperty('--item-count', String(history.state?.itemCount ?? 0));
}

/**
 * Remembers the length of the list with its history entry. After a reload, or on Back from another site, the page reserves
 * that height at once, because the browser restores the scroll position before the list has loaded.
 */
export function rememberItemCount(itemCount: number) {
  history.replaceState({ ...history.state, itemCount }, '');
  document.documentElement.style.removeProperty('--item-count');
}

export const formatItemCount = (count: number) =>
  count === 0 ? 'No items' : count === 1 ? '1 item' : `${groupThousands(String(count))} items`;
