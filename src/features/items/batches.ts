/** Number of cards in the first render. A multiple of twelve, so that the last row is full in 1 to 4 columns. */
export const FIRST_CARDS = 24;

/** Cards per `ul`, a multiple of FIRST_CARDS. The first `ul` is filled in steps of FIRST_CARDS, each later one in one render. */
export const BATCH_SIZE = 120;

/** The height to reserve for cards that are not rendered yet, so that the browser can restore the scroll position. */
export const heightOf = (cards: number) =>
  `calc(${cards * (history.state?.tallness || 1)} * var(--height-per-card))`;
