import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { isLoadError, isRefused, type LoadError } from '../../store/api';
import { useAppSelector } from '../../store/hooks';
import { explainLoadError } from '../ui/explainLoadError';
import { Panel } from '../ui/Panel';
import { selectRemovedText } from './cartSlice';
import { CartSkeleton, FilledCart } from './FilledCart';
import { useCart } from './useCart';
import './cart.css';

export function CartPage({ heading }: { heading: string }) {
  const { data: lines, isFetching, error, load } = useCart();
  const removed = useAppSelector(selectRemovedText);

  function renderCart() {
    if (isLoadError(error) && !isFetching) return <LoadFailed error={error} onRetry={load} />;
    if (!lines) return <CartSkeleton />;
    if (lines.length === 0) return <EmptyCart />;
    return <FilledCart lines={lines} />;
  }

  return (
    <>
      <div className="title-row pt-4 pb-3">
        <h1 className="mb-0">{heading}</h1>
      </div>
      <p className="visually-hidden" role="status">
        {isFetching ? 'Loading your cart…' : removed}
      </p>
      <div className={isFetching && lines ? 'cart stale' : 'cart'} aria-busy={isFetching}>
        {renderCart()}
      </div>
    </>
  );
}

const EmptyCart = () => (
  <Panel icon="bag" title="Your cart is empty." text="Items you add will show up here." role="status">
    <Link className="btn btn-primary" to="/items">
      Browse Items
    </Link>
  </Panel>
);

/** Offers Log in with a token, too: it may have expired. */
const LoadFailed = ({ error, onRetry }: { error: LoadError; onRetry: () => void }) => (
  <Panel
    icon="alert"
    title="Your cart could not be loaded."
    text={isRefused(error) ? 'Log in and try again.' : explainLoadError(error)}
  >
    <Link className="btn btn-primary" to="/login">
      Log in
    </Link>
    <Button variant="secondary" onClick={onRetry}>
      Try again
    </Button>
    <Link className="btn btn-secondary" to="/items">
      Browse Items
    </Link>
  </Panel>
);
