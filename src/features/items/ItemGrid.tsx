import Row from 'react-bootstrap/Row';
import type { Item } from '../../store/api.generated';
import { ItemCard } from './ItemCard';

const columns = { xs: 1, sm: 2, md: 3, lg: 4, as: 'ul', className: 'g-3 g-lg-4 list-unstyled mb-0' } as const;

export const ItemGrid = ({ items }: { items: Item[] }) => (
  <Row {...columns}>
    {items.map((item, index) => (
      <li className="col" key={item._id}>
        <ItemCard item={item} titleId={`item-${index}`} />
      </li>
    ))}
  </Row>
);

/** Cards without text in the same boxes; fades in after 150 ms, by CSS. */
export const ItemGridSkeleton = () => (
  <Row {...columns} aria-hidden="true">
    {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
      <li className="col" key={card}>
        <div className="card item-card skeleton h-100 placeholder-glow">
          <div className="accent" />
          <div className="card-body d-grid gap-2 align-content-start">
            <span className="placeholder col-8" />
            <span className="placeholder col-5 placeholder-xs" />
            <span className="placeholder col-12" />
            <span className="placeholder col-9" />
            <span className="placeholder col-4 placeholder-lg mt-3" />
            <span className="placeholder col-12 mt-1 placeholder-button" />
          </div>
        </div>
      </li>
    ))}
  </Row>
);
