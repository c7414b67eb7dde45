import { Stack } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { isRequestError } from '../../store/api';
import { Panel } from '../ui/Panel';
import { CartSkeleton, FilledCart } from './FilledCart';
import { useCart } from './useCart';

export function CartPage() {
  const { data: lines, isFetching, error } = useCart();

  function renderCart() {
    if (isRequestError(error) && !isFetching) return <LoadFailed />;
    if (!lines) return <CartSkeleton />;
    if (lines.length === 0) return <EmptyCart />;
    return <FilledCart lines={lines} />;
  }

  return (
    <>
      <h1 className="pt-4 pb-3 mb-0">Your Shopping Cart</h1>
      <p className="visually-hidden" role="status">
        {isFetching && 'Loading your cart…'}
      </p>
      <div className={isFetching && lines ? 'cart stale' : 'cart'} aria-busy={isFetching}>
        {renderCart()}
      </div>
    </>
  );
}

const EmptyCart = () => (
  <Panel icon="bag" title="Your cart is empty." role="status">
    <p className="text-body-secondary mb-4">Items you add will show up here.</p>
    <Link className="btn btn-primary" to="/items">
      Browse Items
    </Link>
  </Panel>
);

const LoadFailed = () => (
  <Panel icon="alert" title="Your cart could not be loaded.">
    <p className="text-body-secondary mb-4">Log in to see the items you added.</p>
    <Stack direction="horizontal" gap={2} className="flex-wrap justify-content-center">
      <Link className="btn btn-primary" to="/login">
        Log in
      </Link>
      <Link className="btn btn-secondary" to="/items">
        Browse Items
      </Link>
    </Stack>
  </Panel>
);
