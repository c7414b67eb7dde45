import type { Item } from '../../store/api.generated';

/** The cards of the first render. A multiple of twelve, so that the last row is full in 1 to 4 columns. */
export const FIRST_CARDS = 24;

/** The text in the coloured band of an item's card. */
export const monogramOf = ({ category }: Item) => [...category][0]?.toUpperCase() ?? '';

export const countItems = (count: number) =>
  count === 0 ? 'No items match' : count === 1 ? '1 item' : `${count} items`;
