import { memo } from 'react';
import { AddToCartButton } from '../cart/AddToCartButton';
import { hueStyle } from '../ui/hue';
import type { Card } from './card';

type ItemCardProps = Card & { itemId: string };

export const ItemCard = memo(
  ({ itemId, titleId, hue, monogram, name, category, description, price }: ItemCardProps) => (
    <li className="col">
      <article className="card item-card h-100" aria-labelledby={titleId}>
        <div className="accent" style={hueStyle(hue)} aria-hidden="true">
          <span className="monogram">{monogram}</span>
        </div>
        <div className="card-body d-flex flex-column gap-1">
          <h2 className="name break" id={titleId}>
            {name}
          </h2>
          <p className="category break mb-1">Category: {category}</p>
          <p className="description break mb-2">{description}</p>
          <div className="mt-auto d-grid gap-2">
            <p className="price mb-0">{price}</p>
            <AddToCartButton itemId={itemId} titleId={titleId} />
          </div>
        </div>
      </article>
    </li>
  ),
);
