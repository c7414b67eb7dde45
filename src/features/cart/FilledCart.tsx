import { Card, Col, Placeholder, Row } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatPrice, totalOf } from '../ui/money';
import { CartRow } from './CartRow';
import type { Line } from './cartApi';

export function FilledCart({ lines }: { lines: Line[] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Row className="g-4">
      <Col lg={8}>
        {/* `role`, because Safari does not treat a list without markers as a list. */}
        <Card as="ul" className="list-unstyled mb-0" role="list" aria-label="Cart lines">
          {[...lines.entries()].map(([place, line]) => (
            <CartRow key={line.item ? `item ${line.item._id}` : `gone ${place}`} {...line} />
          ))}
        </Card>
      </Col>
      <Col lg={4}>
        <Card as="section" body className="cart-summary" aria-label="Summary">
          <p className="fs-5 price mb-1">{`Subtotal: ${formatPrice(totalOf(lines))}`}</p>
          <p className="text-body-secondary mb-3">{pieces === 1 ? '1 item' : `${pieces} items`}</p>
          <Link className="btn btn-outline-primary w-100" to="/items">
            Continue browsing
          </Link>
        </Card>
      </Col>
    </Row>
  );
}

export const CartSkeleton = () => (
  <Row className="g-4" aria-hidden="true">
    <Col lg={8}>
      <Placeholder as={Card} animation="glow" className="skeleton">
        {[1, 2, 3].map((line) => (
          <div className="cart-line" key={line}>
            <Placeholder xs={7} size="lg" className="name" />
            <Placeholder className="btn btn-sm btn-remove" />
            <Placeholder xs={4} className="meta" />
          </div>
        ))}
      </Placeholder>
    </Col>
  </Row>
);
