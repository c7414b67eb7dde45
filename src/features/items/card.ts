import type { Item } from '../../store/api.generated';
import { hueOf } from '../ui/hue';
import { formatPrice } from '../ui/money';

/** Cards in a step of the list. A multiple of twelve, so that every step ends with a full row in one to four columns. */
export const STEP = 24;

/** Whether a list has more cards than can be drawn, or taken away, between two frames. */
export const isLong = (items: Item[]) => items.length > 10 * STEP;

/** What an item's card says, as texts: React and the script that draws before it write the same ones. `index` is its place in the list. */
export const toCard = ({ name, category, description, price }: Item, index: number) => ({
  titleId: `item-${index}`,
  hue: String(hueOf(category)),
  monogram: [...category][0]?.toUpperCase() ?? '',
  name,
  category,
  description,
  price: formatPrice(price),
});

export type Card = ReturnType<typeof toCard>;

export const countItems = (count: number) =>
  count === 0 ? 'No items match' : count === 1 ? '1 item' : `${count} items`;
