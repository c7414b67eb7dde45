import { Card, Placeholder } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatPrice, totalOf } from '../ui/money';
import { CartRow } from './CartRow';
import type { Line } from './cartApi';

const row = 'd-flex flex-wrap align-items-baseline column-gap-2';

export function FilledCart({ lines }: { lines: Line[] }) {
  const available = lines.filter(({ item }) => item);
  const pieces = available.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="d-flex flex-wrap align-items-start gap-4">
      <div className="cart-lines">
        {/* `role`, because Safari does not treat a list without markers as a list. */}
        <Card as="ul" className="list-unstyled mb-0" role="list" aria-label="Cart lines">
          {[...lines.entries()].map(([place, line]) => (
            <CartRow key={line.item ? `item ${line.item._id}` : `gone ${place}`} {...line} />
          ))}
        </Card>
      </div>
      <Card as="section" body className="cart-summary" aria-label="Summary">
        <dl className="mb-3">
          <div className={`price ${row}`}>
            <dt>Subtotal</dt>
            <dd className="mb-0 ms-auto">{formatPrice(totalOf(available))}</dd>
          </div>
          <div className={`text-body-secondary ${row}`}>
            <dt className="fw-normal">Items</dt>
            <dd className="mb-0 ms-auto">{pieces}</dd>
          </div>
        </dl>
        {available.length < lines.length && (
          <p className="small text-body-secondary">Items no longer available are not included.</p>
        )}
        <Link className="btn btn-outline-primary w-100" to="/items">
          Continue browsing
        </Link>
      </Card>
    </div>
  );
}

export const CartSkeleton = () => (
  <div className="d-flex flex-wrap align-items-start gap-4" aria-hidden="true">
    <div className="cart-lines">
      <Placeholder as={Card} animation="glow" className="skeleton">
        {[1, 2, 3].map((line) => (
          <div className="cart-line" key={line}>
            <Placeholder xs={7} size="lg" className="name" />
            <Placeholder className="unit px-4" />
            <Placeholder className="quantity px-5" />
            <Placeholder className="line-total px-4" />
            <Placeholder className="btn btn-sm btn-remove px-5" />
          </div>
        ))}
      </Placeholder>
    </div>
    <Placeholder as={Card} body animation="glow" className="skeleton cart-summary">
      <Placeholder xs={12} size="lg" className="mb-2" />
      <Placeholder xs={12} className="mb-3" />
      <Placeholder xs={12} className="btn" />
    </Placeholder>
  </div>
);
