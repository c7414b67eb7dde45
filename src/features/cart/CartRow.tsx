import type { CartLine } from '../../store/api.generated';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { formatPrice, total } from '../ui/money';
import { PendingButton } from '../ui/PendingButton';
import { isGone } from './cartApi';
import { removeLine, selectIsRemoving } from './cartSlice';

/** When a line goes while its button has focus, focus goes to the next line's button, or to the title. */
const moveFocusOn = (row: HTMLLIElement) => () => {
  if (!row.contains(document.activeElement)) return;
  const next = row.nextElementSibling?.querySelector('button') ?? document.querySelector('h1');
  next?.focus();
};

type CartRowProps = { line: CartLine; titleId: string };

export function CartRow({ line: { item, quantity }, titleId }: CartRowProps) {
  const dispatch = useAppDispatch();
  const isRemoving = useAppSelector((state) => selectIsRemoving(state, item._id));
  return (
    <li className="cart-line" ref={moveFocusOn}>
      <h2 className="name break" id={titleId}>
        {item.name}
      </h2>
      {/* The backend removes by item id, which a deleted item no longer has. */}
      {!isGone(item) && (
        <PendingButton
          className="btn-quiet btn-sm btn-remove"
          isPending={isRemoving}
          aria-describedby={titleId}
          onClick={() => dispatch(removeLine(item._id))}
        >
          Remove
        </PendingButton>
      )}
      <p className="meta mb-0">
        {!isGone(item) && <span className="price me-3">{formatPrice(item.price)}</span>}
        <span>Quantity: {quantity}</span>
      </p>
      {quantity > 1 && !isGone(item) && (
        <p className="line-total price mb-0">
          <span className="visually-hidden">Line total: </span>
          {formatPrice(total([{ price: item.price, quantity }]))}
        </p>
      )}
    </li>
  );
}
