import { groupThousands } from '../ui/money';

/** Number of cards in the first render. A multiple of twelve, so that the last row is full in 1 to 4 columns. */
export const FIRST_CARDS = 24;

export const formatItemCount = (count: number) =>
  count === 0 ? 'No items' : count === 1 ? '1 item' : `${groupThousands(String(count))} items`;
