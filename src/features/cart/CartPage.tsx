import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { isLoadError, isRefused, type LoadError } from '../../store/api';
import { formatPrice, sumLines } from '../../store/money';
import { explainLoadError } from '../ui/explainLoadError';
import { formatItemCount } from '../ui/formatItemCount';
import { Panel } from '../ui/Panel';
import { availableLines, countPieces, type Line } from './cartApi';
import { CartSkeleton, FilledCart } from './FilledCart';
import { useCart } from './useCart';
import './cart.css';

export function CartPage({ heading }: { heading: string }) {
  const { data: lines, isFetching, error, load } = useCart();
  const [previous, setPrevious] = useState({ lines, removed: [] as string[] });
  if (previous.lines !== lines) setPrevious({ lines, removed: findRemoved(previous.lines, lines) });
  const subtotal = lines?.length ? formatPrice(sumLines(availableLines(lines))) : undefined;

  /** For screen readers. Announces nothing while the cart reloads. */
  function describeCart() {
    if (!lines) return isFetching && 'Loading your cart…';
    const { removed } = previous;
    const content = `${formatItemCount(countPieces(availableLines(lines)))} in your cart`;
    return removed.length
      ? `${removed.join(', ')} removed. ${subtotal ? `Subtotal ${subtotal}` : content}`
      : content;
  }

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
        <p className="cart-subtotal mb-0 text-body-secondary d-print-none">
          {subtotal && `Subtotal ${subtotal}`}
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {describeCart()}
      </p>
      <div className="cart" aria-busy={isFetching}>
        {renderCart()}
      </div>
    </>
  );
}

/** The names of the items that are no longer in the cart. */
function findRemoved(before: Line[] | null | undefined, after: Line[] | null | undefined): string[] {
  if (!before || !after) return [];
  const ids = new Set(after.map(({ item }) => item?._id));
  return availableLines(before).flatMap(({ item }) => (ids.has(item._id) ? [] : [item.name]));
}

const EmptyCart = () => (
  <Panel icon="bag" title="Your cart is empty." text="Items you add will show up here.">
    <Link className="btn btn-primary" to="/items">
      Browse Items
    </Link>
  </Panel>
);

/** Offers Log in with a token, too: it may have expired. The likelier remedy comes first. */
function LoadFailed({ error, onRetry }: { error: LoadError; onRetry: () => void }) {
  const needsLogin = isRefused(error);
  const logIn = (
    <Link className={needsLogin ? 'btn btn-primary' : 'btn btn-secondary'} to="/login">
      Log in
    </Link>
  );
  return (
    <Panel
      icon="alert"
      title="Your cart could not be loaded."
      text={needsLogin ? 'Log in and try again.' : explainLoadError(error)}
    >
      {needsLogin && logIn}
      <Button variant={needsLogin ? 'secondary' : 'primary'} onClick={onRetry}>
        Try again
      </Button>
      {!needsLogin && logIn}
      <Link className="btn btn-secondary" to="/items">
        Browse Items
      </Link>
    </Panel>
  );
}
