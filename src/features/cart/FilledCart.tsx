import { Card } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatCount, formatPrice, sumLines } from '../../store/money';
import { CartRow, UnavailableRow } from './CartRow';
import { availableLines, countPieces, type Line } from './cartApi';

const summaryRow = 'd-flex flex-wrap align-items-baseline column-gap-2';

export function FilledCart({ lines }: { lines: Line[] }) {
  const available = availableLines(lines);
  return (
    <div className="d-flex flex-wrap align-items-start gap-4">
      <div className="cart-lines">
        {/* `role`, because Safari does not treat a list without markers as a list. */}
        <Card as="ul" className="list-unstyled mb-0" role="list" aria-label="Cart lines">
          {lines.map(({ item, quantity }, index) =>
            item ? (
              <CartRow key={`item ${item._id}`} item={item} quantity={quantity} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: an unavailable item has no id
              <UnavailableRow key={`unavailable ${index}`} quantity={quantity} />
            ),
          )}
        </Card>
      </div>
      <Card as="section" body className="cart-summary" aria-label="Summary">
        <dl className="mb-3">
          <div className={`price ${summaryRow}`}>
            <dt>Subtotal</dt>
            <dd className="mb-0 ms-auto">{formatPrice(sumLines(available))}</dd>
          </div>
          <div className={`text-body-secondary ${summaryRow}`}>
            <dt className="fw-normal">Items</dt>
            <dd className="mb-0 ms-auto">{formatCount(countPieces(available))}</dd>
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
      <Card className="placeholder-glow">
        {[1, 2, 3].map((line) => (
          <div className="cart-line" key={line}>
            <span className="placeholder placeholder-lg col-7 name" />
            <span className="placeholder unit px-4" />
            <span className="placeholder quantity px-5" />
            <span className="placeholder line-total px-4" />
            <span className="placeholder btn btn-sm btn-remove px-5" />
          </div>
        ))}
      </Card>
    </div>
    <Card body className="cart-summary placeholder-glow">
      <span className="placeholder placeholder-lg col-12 mb-2" />
      <span className="placeholder col-12 mb-3" />
      <span className="placeholder btn col-12" />
    </Card>
  </div>
);
