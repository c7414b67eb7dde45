import { memo } from 'react';
import type { Item } from '../../store/api.generated';
import { formatPrice } from '../../store/money';
import { PendingButton } from '../ui/PendingButton';
import { usePendingAction } from '../ui/usePendingAction';
import { getArtwork } from './artwork';
import './artwork.css';
import './ItemCard.css';

/** Adds one of this item to the cart. */
export type OnAdd = (itemId: string) => Promise<unknown>;

/** `index` is the item's position in the list. */
type ItemCardProps = { item: Item; index: number; onAdd: OnAdd };

/** Few elements, because there may be 10,000 cards. Nothing of Redux or the router: Preact renders the first cards before either exists. */
export const ItemCard = memo(({ item, index, onAdd }: ItemCardProps) => {
  const titleId = `item-${index}`;
  const [add, isAdding] = usePendingAction(() => onAdd(item._id));
  return (
    <li className="col">
      <article className="card item-card h-100 overflow-hidden" aria-labelledby={titleId}>
        <div {...getArtwork(item)} />
        <h2 className="name text-break mb-0" id={titleId}>
          {item.name}
        </h2>
        <p className="category text-body-secondary text-break mb-1">{`Category: ${item.category}`}</p>
        <p className="description text-body-secondary text-break mb-2">{item.description}</p>
        <p className="price mt-auto mb-1">{formatPrice(item.price)}</p>
        <PendingButton
          className="btn-outline-primary w-100"
          isPending={isAdding}
          aria-describedby={titleId}
          onClick={add}
        >
          Add to Cart
        </PendingButton>
      </article>
    </li>
  );
});

/** The cards of `items`, whose first one has the position `start` in the list. For the grid and for the first-cards script. */
export const renderCards = (items: Item[], onAdd: OnAdd, start = 0) =>
  items.map((item, index) => <ItemCard key={item._id} item={item} index={start + index} onAdd={onAdd} />);
