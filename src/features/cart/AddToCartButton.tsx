import { useAppDispatch } from '../../store/hooks';
import { PendingButton } from '../ui/PendingButton';
import { cartApi } from './cartApi';

/** Adds one piece of the item. `titleId` is the element that names the item, for screen readers. */
export function AddToCartButton({ itemId, titleId }: { itemId: string; titleId: string }) {
  const dispatch = useAppDispatch();
  const handleAdd = () =>
    dispatch(cartApi.endpoints.addToCart.initiate({ itemId, quantity: 1 }, { track: false }));
  return (
    <PendingButton className="btn-outline-primary w-100" aria-describedby={titleId} onPress={handleAdd}>
      Add to Cart
    </PendingButton>
  );
}
