import { memo, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Placeholder, Row } from 'react-bootstrap';
import type { Item } from '../../store/api.generated';
import { isLong, STEP } from './card';
import { ItemCard, type OnAdd } from './ItemCard';

/** With a role, because Safari takes a list without markers for no list. */
const columns = { role: 'list', xs: 1, sm: 2, md: 3, lg: 4, className: 'step g-3 g-lg-4 list-unstyled mb-0' };

/** How long drawing a number of steps may take, in ms: the shopper can act between any two. */
const MOMENT = 24;

/** The most steps that are drawn, or taken away, at once. */
const MOST = 16;

/** How high lists were, in pixels: coming back, the shopper's place is there before all cards are. */
const heights = new WeakMap<Item[], number>();

/** Every card in the end. A short list becomes the next one, card by card; a long one is out of sight at once, and goes in steps as it came. */
export function ItemGrid({ items, onAdd }: { items: Item[]; onAdd: OnAdd }) {
  const [lists, setLists] = useState([{ key: 0, items }]);
  const shown = lists[0] as (typeof lists)[number];
  if (shown.items !== items) {
    const others = lists.filter((it) => it !== shown || isLong(it.items));
    const newest = isLong(shown.items) ? Math.max(...lists.map(({ key }) => key)) + 1 : shown.key;
    const { key } = others.find((it) => it.items === items) ?? { key: newest };
    setLists([{ key, items }, ...others.filter((it) => it.key !== key)]);
  }
  const drop = useCallback((gone: Item[]) => setLists((all) => all.filter((it) => it.items !== gone)), []);
  return lists.map(
    ({ key, items: list }) =>
      list.length > 0 && (
        <Steps key={key} items={list} isShown={list === items} onGone={drop} onAdd={onAdd} />
      ),
  );
}

type StepsProps = { items: Item[]; isShown: boolean; onGone: (items: Item[]) => void; onAdd: OnAdd };

/** The first step at once, then as many at a time as a moment allows. Each is a list of its own, so that it alone is laid out, not all before it. */
function Steps({ items, isShown, onGone, onAdd }: StepsProps) {
  const [steps, setSteps] = useState(1);
  const goal = isShown ? Math.ceil(items.length / STEP) : 0;
  /** How many steps are being drawn since when, and the ms that one has taken at least. */
  const pace = useRef({ count: 1, since: 0, perStep: Number.POSITIVE_INFINITY });
  const element = useRef<HTMLDivElement>(null);

  // Before the browser's layout, which in some engines costs the same for one step as for many. The least of all,
  // because the browser may have drawn in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each number of steps
  useLayoutEffect(() => {
    const { since, count, perStep } = pace.current;
    pace.current.perStep = Math.min(perStep, (performance.now() - since) / count);
  }, [steps]);

  useEffect(() => {
    if (steps === goal) {
      if (!isShown) onGone(items);
      return;
    }
    const { perStep } = pace.current;
    const count = Math.max(1, Math.min(Math.floor(MOMENT / perStep), MOST));
    pace.current = { count, since: performance.now(), perStep };
    const to = steps < goal ? Math.min(steps + count, goal) : Math.max(steps - count, goal);
    startTransition(() => setSteps(to));
  }, [items, steps, goal, isShown, onGone]);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height;
      if (isShown && height) heights.set(items, height);
    });
    observer.observe(element.current as Element);
    return () => observer.disconnect();
  }, [items, isShown]);

  const starts = Array.from({ length: steps }, (_, step) => step * STEP);
  return (
    <div ref={element} hidden={!isShown} style={{ minHeight: steps < goal ? heights.get(items) : undefined }}>
      {starts.map((start) => (
        <Step key={start} items={items} start={start} onAdd={onAdd} />
      ))}
    </div>
  );
}

const Step = memo(({ items, start, onAdd }: { items: Item[]; start: number; onAdd: OnAdd }) => (
  <Row as="ul" {...columns}>
    {items.slice(start, start + STEP).map((item, index) => (
      <ItemCard key={item._id} item={item} index={start + index} onAdd={onAdd} />
    ))}
  </Row>
));

export const ItemGridSkeleton = () => (
  <div>
    <Row as="ul" {...columns} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <li className="col" key={card}>
          <Placeholder as="div" animation="glow" className="card item-card h-100 overflow-hidden skeleton">
            <Placeholder xs={8} />
            <Placeholder xs={5} size="xs" />
            <Placeholder xs={12} />
            <Placeholder xs={9} />
            <Placeholder xs={4} size="lg" className="mt-3" />
            <Placeholder xs={12} className="btn mt-1" />
          </Placeholder>
        </li>
      ))}
    </Row>
  </div>
);
