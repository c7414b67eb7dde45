import { memo, useEffect, useRef, useState } from 'react';
import { Placeholder, Row } from 'react-bootstrap';
import { flushSync } from 'react-dom';
import type { Item } from '../../store/api.generated';
import { useIsTakenOver } from '../ui/useIsTakenOver';
import { isLong, STEP } from './card';
import { ItemCard, type OnAdd } from './ItemCard';

/** With a role, because Safari takes a list without markers for no list. */
const columns = { role: 'list', xs: 1, sm: 2, md: 3, lg: 4, className: 'step g-3 g-lg-4 list-unstyled mb-0' };

/** How long drawing a number of steps may take, in ms: the shopper can act between any two. */
const MOMENT = 24;

/** The most steps that are drawn, or taken away, at once. */
const MOST = 16;

const none: Item[] = [];

/** `isShown`: whether the list's screen is. */
type ItemGridProps = { items: Item[] | undefined; isShown: boolean; onAdd: OnAdd };

/** Every card in the end. Thousands can neither go nor come back between two frames: a long list stays when its screen goes, and goes in steps when another one follows. */
export function ItemGrid({ items = none, isShown, onAdd }: ItemGridProps) {
  const [list, setList] = useState({ key: 0, items });
  const [past, setPast] = useState<(typeof list)[]>([]);
  const stays = isLong(list.items);
  const wanted = isShown ? items : stays ? list.items : none;
  if (list.items !== wanted) {
    // A short list becomes the next one, card by card.
    setList({ key: list.key + Number(stays), items: wanted });
    if (stays) setPast([...past, list]);
  }
  return [list, ...past].map((it) => (
    <Steps
      key={it.key}
      items={it.items}
      onAdd={onAdd}
      onGone={it === list ? undefined : () => setPast((lists) => lists.filter((other) => other !== it))}
    />
  ));
}

type StepsProps = { items: Item[]; onAdd: OnAdd; onGone: (() => void) | undefined };

/** As many steps at a time as a moment allows, or, with `onGone`, ever fewer. Each is a list of its own, so that it alone is laid out, not all before it. */
function Steps({ items, onAdd, onGone }: StepsProps) {
  const [drawn, setDrawn] = useState(1);
  /** The ms that a step has taken at least: other programs may have run in between. */
  const perStep = useRef(Number.POSITIVE_INFINITY);
  const isTakenOver = useIsTakenOver();
  const steps = items.length / STEP;
  const now = Math.min(drawn, Math.ceil(steps));
  const goal = onGone ? 0 : Math.ceil(steps);

  useEffect(() => {
    if (now === goal) return onGone?.();
    const timer = setTimeout(() => {
      const atOnce = Math.max(1, Math.min(Math.floor(MOMENT / perStep.current), MOST));
      const count = Math.min(atOnce, Math.abs(goal - now));
      const start = performance.now();
      flushSync(() => setDrawn(now < goal ? now + count : now - count));
      perStep.current = Math.min(perStep.current, (performance.now() - start) / count);
    });
    return () => clearTimeout(timer);
  });

  if (now === 0) return null;
  return (
    <div hidden={Boolean(onGone)}>
      {Array.from({ length: now }, (_, step) => step * STEP).map((start) => (
        <Step key={start} items={items} start={start} onAdd={onAdd} />
      ))}
      {/* The shopper's place is there before all cards are. */}
      {isTakenOver && now < goal && <div style={{ height: `calc(${steps - now} * var(--step-height))` }} />}
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
