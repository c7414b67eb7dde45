import { memo } from 'react';
import type { Item } from '../../store/api.generated';
import { AddToCartButton } from '../cart/AddToCartButton';
import { hueOf, hueStyle } from '../ui/hue';
import { formatPrice } from '../ui/money';

type ItemCardProps = { item: Item; titleId: string };

export const ItemCard = memo(({ item, titleId }: ItemCardProps) => (
  <article className="card item-card h-100" aria-labelledby={titleId}>
    <div className="accent" style={hueStyle(hueOf(item.category))} aria-hidden="true">
      <span className="monogram">{[...item.category][0]?.toUpperCase()}</span>
    </div>
    <div className="card-body d-flex flex-column gap-1">
      <h2 className="name break" id={titleId}>
        {item.name}
      </h2>
      <p className="category break mb-1">Category: {item.category}</p>
      <p className="description break mb-2">{item.description}</p>
      <div className="mt-auto d-grid gap-2">
        <p className="price mb-0">{formatPrice(item.price)}</p>
        <AddToCartButton itemId={item._id} titleId={titleId} />
      </div>
    </div>
  </article>
));
