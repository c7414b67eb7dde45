import { useAppDispatch } from '../../store/hooks';
import { PendingButton } from '../ui/PendingButton';
import { useLocked } from '../ui/useLocked';
import { cartApi } from './cartApi';

type AddToCartButtonProps = { itemId: string; titleId: string };

/** Adds one piece of the item. `titleId` is the element that names the item, for screen readers. */
export function AddToCartButton({ itemId, titleId }: AddToCartButtonProps) {
  const dispatch = useAppDispatch();
  const [handleAdd, isPending] = useLocked(() =>
    dispatch(cartApi.endpoints.addToCart.initiate({ itemId, quantity: 1 }, { track: false })),
  );
  return (
    <PendingButton
      className="btn-outline-primary w-100"
      isPending={isPending}
      aria-describedby={titleId}
      onClick={handleAdd}
    >
      Add to Cart
    </PendingButton>
  );
}
