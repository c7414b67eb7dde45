import { memo, startTransition, useEffect, useState } from 'react';
import type { Item } from '../../store/api.generated';
import { ItemCard } from './ItemCard';

const columns = 'row row-cols-1 row-cols-sm-2 row-cols-md-3 row-cols-lg-4 g-3 g-lg-4 list-unstyled mb-0';

/** Cards drawn at once, and cards added by each later step: a step stays far below 50 ms on a slow phone. */
const FIRST = 24;
const STEP = 240;

/** How many cards of a list were drawn before: coming back, the shopper's place in it must exist at once. */
const drawn = new WeakMap<Item[], number>();

/** Every card in the end: the first ones at once, the others in steps between which the shopper can act. */
export function ItemGrid({ items }: { items: Item[] }) {
  const [step, setStep] = useState({ items, count: drawn.get(items) ?? FIRST });
  // A new list starts over; what was still to come of the old one is dropped.
  const count = step.items === items ? step.count : FIRST;

  useEffect(() => {
    drawn.set(items, count);
    if (count < items.length) startTransition(() => setStep({ items, count: count + STEP }));
  }, [items, count]);

  const starts = [0];
  for (let start = FIRST; start < Math.min(count, items.length); start += STEP) starts.push(start);
  return (
    <ul className={columns}>
      {starts.map((start) => (
        <Cards key={start} items={items} start={start} end={start === 0 ? FIRST : start + STEP} />
      ))}
    </ul>
  );
}

type CardsProps = { items: Item[]; start: number; end: number };

/** Those of one step; the steps before are not rendered again. */
const Cards = memo(({ items, start, end }: CardsProps) =>
  items.slice(start, end).map((item, index) => (
    <li className="col" key={item._id}>
      <ItemCard item={item} titleId={`item-${start + index}`} />
    </li>
  )),
);

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
