import type { CartLine } from '../../store/api.generated';
import { useAppDispatch } from '../../store/hooks';
import { Link } from '../ui/Link';
import { formatPrice, total } from '../ui/money';
import { Panel } from '../ui/Panel';
import { useArrival } from '../ui/useArrival';
import { CartRow } from './CartRow';
import { cartApi, useGetCartQuery } from './cartApi';

export function CartPage() {
  const dispatch = useAppDispatch();
  // Before the query's own effect, which then finds the request under way and only subscribes to it.
  useArrival(() => {
    dispatch(cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true, subscribe: false }));
  });
  const { data: lines, isFetching, isError } = useGetCartQuery();

  function renderCart() {
    if (isError) return <LoadFailed />;
    if (!lines) return <CartSkeleton />;
    if (lines.length === 0) return <EmptyCart />;
    return <FilledCart lines={lines} />;
  }

  return (
    <>
      <h1 className="pt-4 pb-3 mb-0" tabIndex={-1}>
        Your Shopping Cart
      </h1>
      <p className="visually-hidden" role="status">
        {isFetching && 'Loading your cart…'}
      </p>
      <div className={isFetching && lines ? 'stale' : undefined} aria-busy={isFetching}>
        {renderCart()}
      </div>
    </>
  );
}

function FilledCart({ lines }: { lines: CartLine[] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="row g-4">
      <div className="col-lg-8">
        <ul className="surface list-unstyled mb-0" aria-label="Cart lines">
          {lines.map((line, index) => (
            <CartRow key={line.item._id} line={line} titleId={`line-${index}`} />
          ))}
        </ul>
      </div>
      <div className="col-lg-4">
        <section className="surface cart-summary p-4" aria-label="Summary">
          <p className="fs-5 price mb-1">
            Subtotal:{' '}
            {formatPrice(total(lines.map(({ item, quantity }) => ({ price: item.price, quantity }))))}
          </p>
          <p className="text-body-secondary mb-3">{pieces === 1 ? '1 item' : `${pieces} items`}</p>
          <Link className="btn btn-outline-primary w-100" to="/items">
            Continue browsing
          </Link>
        </section>
      </div>
    </div>
  );
}

const EmptyCart = () => (
  <Panel icon="bag" hue={165} title="Your cart is empty." role="status">
    <p className="text-body-secondary mb-4">Items you add will show up here.</p>
    <Link className="btn btn-primary" to="/items">
      Browse Items
    </Link>
  </Panel>
);

const LoadFailed = () => (
  <Panel icon="alert" hue={25} title="Your cart could not be loaded.">
    <p className="text-body-secondary mb-4">Log in to see the items you added.</p>
    <div className="d-flex flex-wrap gap-2 justify-content-center">
      <Link className="btn btn-primary" to="/login">
        Log in
      </Link>
      <Link className="btn btn-quiet" to="/items">
        Browse Items
      </Link>
    </div>
  </Panel>
);

const CartSkeleton = () => (
  <div className="row g-4" aria-hidden="true">
    <div className="col-lg-8">
      <div className="surface skeleton placeholder-glow">
        {[1, 2, 3].map((line) => (
          <div className="cart-line" key={line}>
            <span className="placeholder name col-7" />
            <span className="placeholder btn-remove" />
            <span className="placeholder meta col-4" />
          </div>
        ))}
      </div>
    </div>
  </div>
);
