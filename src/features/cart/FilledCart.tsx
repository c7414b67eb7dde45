import { Link } from 'react-router-dom';
import { formatPrice, total } from '../ui/money';
import { CartRow, GoneRow } from './CartRow';
import type { Line } from './cartApi';

export function FilledCart({ lines }: { lines: Line[] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="row g-4">
      <div className="col-lg-8">
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for no list */}
        <ul className="surface list-unstyled mb-0" role="list" aria-label="Cart lines">
          {[...lines.entries()].map(([place, { item, quantity }]) =>
            item ? (
              <CartRow key={`item ${item._id}`} item={item} quantity={quantity} />
            ) : (
              <GoneRow key={`gone ${place}`} quantity={quantity} />
            ),
          )}
        </ul>
      </div>
      <div className="col-lg-4">
        <section className="surface cart-summary" aria-label="Summary">
          <p className="fs-5 price mb-1">{`Subtotal: ${formatPrice(total(lines))}`}</p>
          <p className="text-body-secondary mb-3">{pieces === 1 ? '1 item' : `${pieces} items`}</p>
          <Link className="btn btn-outline-primary w-100" to="/items">
            Continue browsing
          </Link>
        </section>
      </div>
    </div>
  );
}

export const CartSkeleton = () => (
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
