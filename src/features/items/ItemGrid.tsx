import { memo, useEffect, useLayoutEffect, useState } from 'react';
import { Row } from 'react-bootstrap';
import type { Item } from '../../store/api.generated';
import { BATCH_SIZE, FIRST_CARDS, heightOf } from './batches';
import { type OnAdd, renderCards } from './ItemCard';
import { rememberTallness, reserveRememberedHeight } from './itemCount';
import './ItemGrid.css';

/** `role`, because Safari does not treat a list without markers as a list. */
const grid = {
  role: 'list',
  'aria-label': 'Items',
  xs: 1,
  sm: 2,
  md: 3,
  lg: 4,
  className: 'batch g-3 g-lg-4 list-unstyled mb-0',
};

type ItemGridProps = { items: Item[]; onAdd: OnAdd };

/** Renders the cards in batches, so that a long list never blocks the main thread. */
export function ItemGrid({ items, onAdd }: ItemGridProps) {
  const [progress, setProgress] = useState({ items, listId: 0, rendered: FIRST_CARDS });
  if (progress.items !== items) setProgress({ items, listId: progress.listId + 1, rendered: FIRST_CARDS });
  const rendered = Math.min(progress.rendered, items.length);
  const starts: number[] = [];
  for (let start = 0; start < rendered; start += BATCH_SIZE) starts.push(start);

  useEffect(() => {
    if (rendered === Math.min(BATCH_SIZE, items.length)) rememberTallness();
    if (rendered === items.length) return;
    // Small steps at first, while the page becomes interactive.
    const step = rendered < BATCH_SIZE ? FIRST_CARDS : BATCH_SIZE;
    const timer = setTimeout(() => setProgress({ ...progress, rendered: rendered + step }));
    return () => clearTimeout(timer);
  }, [items, progress, rendered]);

  return (
    <>
      {starts.map((start) => (
        <Batch
          // Remount for a new list: moving an existing card counts as a layout shift.
          key={`${progress.listId} ${start}`}
          items={items}
          start={start}
          end={Math.min(start + BATCH_SIZE, rendered)}
          onAdd={onAdd}
        />
      ))}
      {/* Reserves the height of the cards to come, so that the browser can restore the scroll position. */}
      <div className="cards-to-come" style={{ height: heightOf(items.length - rendered) }} />
    </>
  );
}

type BatchProps = ItemGridProps & { start: number; end: number };

const Batch = memo(({ items, start, end, onAdd }: BatchProps) => {
  // Not the first batch: hydration would drop the style, and it is always laid out.
  const style = start ? { containIntrinsicSize: `auto ${heightOf(end - start)}` } : undefined;
  return (
    <Row as="ul" {...grid} style={style}>
      {renderCards(items.slice(start, end), onAdd, start)}
    </Row>
  );
});

export function ItemGridSkeleton() {
  // After a reload of another screen, Back finds no list to show at its scroll position.
  useLayoutEffect(reserveRememberedHeight, []);
  return (
    <>
      <Row as="ul" {...grid} aria-hidden="true">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
          <li className="col" key={card}>
            <div className="card item-card gap-2 h-100 overflow-hidden skeleton placeholder-glow">
              <div className="artwork" />
              <span className="placeholder col-8" />
              <span className="placeholder placeholder-xs col-5" />
              <span className="placeholder col-12" />
              <span className="placeholder col-9" />
              <span className="placeholder placeholder-lg col-4 mt-3" />
              <span className="placeholder btn col-12 mt-1" />
            </div>
          </li>
        ))}
      </Row>
      <div className="cards-to-come" />
    </>
  );
}
