import type { Item } from '../../store/api.generated';

/** Cards in a step of the list. A multiple of twelve, so that every step ends with a full row in one to four columns. */
export const STEP = 24;

/** Whether a list has more cards than can be drawn, or taken away, between two frames. */
export const isLong = (items: Item[]) => items.length > 10 * STEP;

/** What stands in the coloured band of an item's card. */
export const monogramOf = ({ category }: Item) => [...category][0]?.toUpperCase() ?? '';

export const countItems = (count: number) =>
  count === 0 ? 'No items match' : count === 1 ? '1 item' : `${count} items`;
