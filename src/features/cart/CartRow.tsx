import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { formatCount, formatPrice, sumLines } from '../../store/money';
import { moveFocusOnUnmount } from '../ui/focus';
import { PendingButton } from '../ui/PendingButton';
import type { AvailableLine } from './cartApi';
import { removeLine, selectIsRemoving } from './cartSlice';

export function CartRow({ item, quantity }: AvailableLine) {
  const titleId = useId();
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => selectIsRemoving(state, item._id));
  return (
    <li className="cart-line" ref={moveFocusOnUnmount}>
      <h2 className="name text-break mb-0" id={titleId}>
        {item.name}
      </h2>
      <p className="unit mb-0">{formatPrice(item.price)}</p>
      <Quantity quantity={quantity} />
      <p className="line-total price mb-0">
        <span className="visually-hidden">Line total: </span>
        <span>{formatPrice(sumLines([{ item, quantity }]))}</span>
      </p>
      <PendingButton
        className="btn-secondary btn-sm btn-remove"
        isPending={isRemoving}
        aria-describedby={titleId}
        onClick={() => dispatch(removeLine(item._id))}
      >
        Remove
      </PendingButton>
    </li>
  );
}

export const UnavailableRow = ({ quantity }: { quantity: number | null }) => (
  <li className="cart-line">
    <h2 className="name text-body-secondary mb-0">Item no longer available</h2>
    {quantity !== null && <Quantity quantity={quantity} />}
  </li>
);

const Quantity = ({ quantity }: { quantity: number }) => (
  <p className="quantity text-body-secondary mb-0">{`Quantity: ${formatCount(quantity)}`}</p>
);
