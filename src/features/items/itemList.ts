import { groupThousands } from '../ui/money';

/** Number of cards in the first render. A multiple of twelve, so that the last row is full in 1 to 4 columns. */
export const FIRST_CARDS = 24;

/** Cards per `ul`, a multiple of FIRST_CARDS. The first `ul` is filled in steps of FIRST_CARDS, each later one in one render. */
export const BATCH_SIZE = 120;

/** Passes the numbers on to theme.css. As variables of `html`, because a policy forbids style attributes in prerendered pages. */
export function setListVariables() {
  const { style } = document.documentElement;
  style.setProperty('--first-cards', String(FIRST_CARDS));
  style.setProperty('--batch-size', String(BATCH_SIZE));
}

export const formatItemCount = (count: number) =>
  count === 0 ? 'No items' : count === 1 ? '1 item' : `${groupThousands(String(count))} items`;
