import type { CartItem } from '../../store/api.generated';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { passFocusOn } from '../ui/focus';
import { formatPrice, total } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import { removeLine, selectIsRemoving } from './cartSlice';

type CartRowProps = { item: CartItem; quantity: number; titleId: string };

export function CartRow({ item: { _id, name, price }, quantity, titleId }: CartRowProps) {
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => selectIsRemoving(state, _id));
  return (
    <li className="cart-line" ref={passFocusOn}>
      <h2 className="name break" id={titleId}>
        {name}
      </h2>
      <PendingButton
        className="btn-quiet btn-sm btn-remove"
        isPending={isRemoving}
        aria-describedby={titleId}
        onPress={() => dispatch(removeLine(_id))}
      >
        Remove
      </PendingButton>
      <p className="meta mb-0">
        <span className="price me-3">{formatPrice(price)}</span>
        <span className="text-nowrap">Quantity: {quantity}</span>
      </p>
      {quantity > 1 && (
        <p className="line-total price mb-0">
          <span className="visually-hidden">Line total: </span>
          {formatPrice(total([{ price, quantity }]))}
        </p>
      )}
    </li>
  );
}

/** A line whose item the shop has deleted: the backend removes by item id, which it no longer has. */
export const GoneRow = ({ quantity }: { quantity: number }) => (
  <li className="cart-line">
    <h2 className="name break">Item no longer available</h2>
    <p className="meta mb-0">Quantity: {quantity}</p>
  </li>
);
