import { memo } from 'react';
import { AddToCartButton } from '../cart/AddToCartButton';
import { hueStyle } from '../ui/hue';
import type { Card } from './card';

/** Few elements, because there may be ten thousand cards: the coloured band and its monogram are the style's. */
export const ItemCard = memo(
  ({ itemId, titleId, hue, monogram, name, category, description, price }: Card & { itemId: string }) => (
    <li className="col">
      <article
        className="surface item-card"
        aria-labelledby={titleId}
        data-monogram={monogram}
        style={hueStyle(hue)}
      >
        <h2 className="name break" id={titleId}>
          {name}
        </h2>
        <p className="category break">{`Category: ${category}`}</p>
        <p className="description break">{description}</p>
        <p className="price">{price}</p>
        <AddToCartButton itemId={itemId} titleId={titleId} />
      </article>
    </li>
  ),
);
