import { memo } from 'react';
import { AddToCartButton } from '../cart/AddToCartButton';
import { hueStyle } from '../ui/hue';
import type { Card } from './card';

/** Few elements, because there may be ten thousand cards: the coloured band and its monogram are the style's. */
export const ItemCard = memo(
  ({ itemId, titleId, hue, monogram, name, category, description, price }: Card & { itemId: string }) => (
    <li className="col">
      <article
        className="card item-card h-100 overflow-hidden"
        aria-labelledby={titleId}
        data-monogram={monogram}
        style={hueStyle(hue)}
      >
        <h2 className="name text-break mb-0" id={titleId}>
          {name}
        </h2>
        <p className="category text-body-secondary text-break mb-1">{`Category: ${category}`}</p>
        <p className="description text-body-secondary text-break mb-2">{description}</p>
        <p className="price mt-auto mb-1">{price}</p>
        <AddToCartButton itemId={itemId} titleId={titleId} />
      </article>
    </li>
  ),
);
