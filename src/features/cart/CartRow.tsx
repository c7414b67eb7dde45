import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { passFocusOn } from '../ui/focus';
import { formatPrice, total } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import type { Line } from './cartApi';
import { removeLine, selectIsRemoving } from './cartSlice';

export function CartRow({ item, quantity }: Line) {
  const titleId = useId();
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => item !== null && selectIsRemoving(state, item._id));
  return (
    <li className="cart-line" ref={passFocusOn}>
      <h2 className="name text-break mb-0" id={titleId}>
        {item?.name ?? 'Item no longer available'}
      </h2>
      {/* The backend removes by item id, which a deleted item no longer has. */}
      {item && (
        <PendingButton
          className="btn-secondary btn-sm btn-remove ms-auto"
          isPending={isRemoving}
          aria-describedby={titleId}
          onPress={() => dispatch(removeLine(item._id))}
        >
          Remove
        </PendingButton>
      )}
      <p className="meta text-body-secondary mb-0">
        {item && <span className="price me-3">{formatPrice(item.price)}</span>}
        <span className="text-nowrap">{`Quantity: ${quantity}`}</span>
      </p>
      {item && quantity > 1 && (
        <p className="line-total price text-end mb-0">
          <span className="visually-hidden">Line total: </span>
          <span>{formatPrice(total([{ item, quantity }]))}</span>
        </p>
      )}
    </li>
  );
}
