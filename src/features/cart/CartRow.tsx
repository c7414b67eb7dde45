import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { moveFocusOnUnmount } from '../ui/focus';
import { formatPrice, sumLines } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import { usePendingAction } from '../ui/usePendingAction';
import type { Line } from './cartApi';
import { removeLine, selectIsRemoving } from './cartSlice';

export function CartRow({ item, quantity }: Line) {
  const titleId = useId();
  const dispatch = useAppDispatch();
  const [remove, isPressed] = usePendingAction(async () => item && dispatch(removeLine(item._id)));
  const isRemoving = useAppSelector((state) => item !== null && selectIsRemoving(state, item._id));
  const quantityText = (
    <p className="quantity text-body-secondary text-nowrap mb-0">{`Quantity: ${quantity}`}</p>
  );
  if (!item)
    return (
      <li className="cart-line">
        <h2 className="name text-body-secondary mb-0">Item no longer available</h2>
        {quantityText}
      </li>
    );
  return (
    <li className="cart-line" ref={moveFocusOnUnmount}>
      <h2 className="name text-break mb-0" id={titleId}>
        {item.name}
      </h2>
      <p className="unit mb-0">{formatPrice(item.price)}</p>
      {quantityText}
      <p className="line-total price mb-0">
        <span className="visually-hidden">Line total: </span>
        <span>{formatPrice(sumLines([{ item, quantity }]))}</span>
      </p>
      <PendingButton
        className="btn-secondary btn-sm btn-remove"
        isPending={isPressed || isRemoving}
        aria-describedby={titleId}
        onClick={remove}
      >
        Remove
      </PendingButton>
    </li>
  );
}
