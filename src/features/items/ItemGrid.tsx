import { memo, startTransition, useEffect, useState } from 'react';
import type { Item } from '../../store/api.generated';
import { STEP, toCard } from './card';
import { ItemCard } from './ItemCard';

const columns = 'step row row-cols-1 row-cols-sm-2 row-cols-md-3 row-cols-lg-4 g-3 g-lg-4 list-unstyled mb-0';

/** How many steps of a list were drawn before: coming back, the shopper's place in it must exist at once. */
const drawn = new WeakMap<Item[], number>();

/**
 * Every card in the end: the first step at once, the others one by one, between which the shopper can act. Each step
 * is a list of its own, so that the browser lays out a step and not, at each step, ten thousand cards.
 */
export function ItemGrid({ items }: { items: Item[] }) {
  const [state, setState] = useState({ items, steps: drawn.get(items) ?? 1 });
  // A new list starts over; what was still to come of the old one is dropped.
  const steps = state.items === items ? state.steps : 1;

  useEffect(() => {
    drawn.set(items, steps);
    if (steps * STEP < items.length) startTransition(() => setState({ items, steps: steps + 1 }));
  }, [items, steps]);

  const starts = Array.from({ length: steps }, (_, step) => step * STEP);
  return starts.map((start) => <Step key={start} items={items} start={start} />);
}

/** The cards of one step; the steps before are not rendered again. */
const Step = memo(({ items, start }: { items: Item[]; start: number }) => (
  <ul className={columns}>
    {items.slice(start, start + STEP).map((item, index) => (
      <ItemCard key={item._id} itemId={item._id} {...toCard(item, start + index)} />
    ))}
  </ul>
));

/** Cards without text in the same boxes; fades in after 150 ms, by CSS. */
export const ItemGridSkeleton = () => (
  <ul className={columns} aria-hidden="true">
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
  </ul>
);
