import { useId } from 'react';
import type { CartItem } from '../../store/api.generated';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { passFocusOn } from '../ui/focus';
import { formatPrice, total } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import { removeLine, selectIsRemoving } from './cartSlice';

export function CartRow({ item, quantity }: { item: CartItem; quantity: number }) {
  const titleId = useId();
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => selectIsRemoving(state, item._id));
  return (
    <li className="cart-line" ref={passFocusOn}>
      <h2 className="name text-break mb-0" id={titleId}>
        {item.name}
      </h2>
      <PendingButton
        className="btn-secondary btn-sm btn-remove ms-auto"
        isPending={isRemoving}
        aria-describedby={titleId}
        onPress={() => dispatch(removeLine(item._id))}
      >
        Remove
      </PendingButton>
      <p className="meta text-body-secondary mb-0">
        <span className="price me-3">{formatPrice(item.price)}</span>
        <span className="text-nowrap">{`Quantity: ${quantity}`}</span>
      </p>
      {quantity > 1 && (
        <p className="line-total price text-end mb-0">
          <span className="visually-hidden">Line total: </span>
          <span>{formatPrice(total([{ item, quantity }]))}</span>
        </p>
      )}
    </li>
  );
}

/** A line whose item the shop has deleted: the backend removes by item id, which it no longer has. */
export const GoneRow = ({ quantity }: { quantity: number }) => (
  <li className="cart-line">
    <h2 className="name text-break mb-0">Item no longer available</h2>
    <p className="meta text-body-secondary mb-0">{`Quantity: ${quantity}`}</p>
  </li>
);
