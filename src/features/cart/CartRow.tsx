import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { moveFocusOnUnmount } from '../ui/focus';
import { formatPrice, totalOf } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import type { Line } from './cartApi';
import { removeLine, selectIsRemoving } from './cartSlice';

export function CartRow({ item, quantity }: Line) {
  const titleId = useId();
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => item !== null && selectIsRemoving(state, item._id));
  return (
    <li className="cart-line" ref={moveFocusOnUnmount}>
      <h2 className="name text-break mb-0" id={titleId}>
        {item?.name ?? 'Item no longer available'}
      </h2>
      {/* A deleted item has no id, and the backend removes by item id. */}
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
          <span>{formatPrice(totalOf([{ item, quantity }]))}</span>
        </p>
      )}
    </li>
  );
}
