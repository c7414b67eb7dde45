import {
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Placeholder, Row } from 'react-bootstrap';
import { createPortal } from 'react-dom';
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

/** A list beyond its first step: an element that is put where the list is shown, and lies aside while it is not. */
type Rest = { key: number; items: Item[]; onAdd: OnAdd; node: HTMLElement };

const RestContext = createContext({
  /** Brings the element with the list beyond its first step. */
  show: (_items: Item[], _onAdd: OnAdd) => makeNode(),
  leave: () => {},
});

function makeNode(): HTMLElement {
  const node = document.createElement('div');
  node.className = 'rest';
  return node;
}

/**
 * Owns the lists that its children show: thousands of cards can neither go nor come back between two frames. A long one stays when its
 * screen goes, and is there when the shopper comes back; when another list is shown, it goes in steps as it came.
 */
export function ItemLists({ children }: { children: ReactNode }) {
  const [rests, setRests] = useState<Rest[]>([]);
  const [owner] = useState(() => makeOwner(setRests));
  return (
    <RestContext value={owner}>
      {children}
      {rests.map(({ key, ...rest }) => (
        <Steps key={key} {...rest} isShown={rest.node === rests[0]?.node} onGone={owner.drop} />
      ))}
    </RestContext>
  );
}

function makeOwner(draw: (rests: Rest[]) => void) {
  let rests: Rest[] = [];
  let count = 0;
  const change = (next: Rest[]) => {
    rests = next;
    draw(next);
  };
  return {
    show(items: Item[], onAdd: OnAdd) {
      // A short list becomes the next one, card by card.
      const free = rests.slice(0, 1).find((shown) => !isLong(shown.items));
      const { key, node } = rests.find((rest) => rest.items === items) ??
        free ?? { key: ++count, node: makeNode() };
      change([{ key, items, onAdd, node }, ...rests.filter((rest) => rest.key !== key)]);
      return node;
    },
    leave: () => change(rests.filter(({ items }) => isLong(items))),
    drop: (node: HTMLElement) => change(rests.filter((rest) => rest.node !== node)),
  };
}

/** Every card in the end: the first step at once, the others as they are drawn. */
export function ItemGrid({ items, onAdd }: { items: Item[]; onAdd: OnAdd }) {
  const { show, leave } = useContext(RestContext);
  const grid = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const rest = show(items, onAdd);
    // Put there once: focus may be in it.
    if (!grid.current || rest.parentNode === grid.current) return;
    grid.current.querySelector('.rest')?.remove();
    grid.current.append(rest);
  }, [items, onAdd, show]);
  useLayoutEffect(() => leave, [leave]);
  return (
    items.length > 0 && (
      <div ref={grid}>
        <Step items={items} start={0} onAdd={onAdd} />
      </div>
    )
  );
}

type StepsProps = Omit<Rest, 'key'> & { isShown: boolean; onGone: (node: HTMLElement) => void };

/** As many steps at a time as a moment allows. Each is a list of its own, so that it alone is laid out, not all before it. */
const Steps = memo(({ items, onAdd, node, isShown, onGone }: StepsProps) => {
  const [steps, setSteps] = useState(0);
  const goal = isShown ? Math.max(Math.ceil(items.length / STEP) - 1, 0) : 0;
  /** How many steps are being drawn since when, and the ms that one has taken at least. */
  const pace = useRef({ count: 1, since: 0, perStep: Number.POSITIVE_INFINITY });

  // Before the browser's layout, which in some engines costs the same for one step as for many. The least of all,
  // because the browser may have drawn in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each number of steps
  useLayoutEffect(() => {
    const { since, count, perStep } = pace.current;
    pace.current.perStep = Math.min(perStep, (performance.now() - since) / count);
  }, [steps]);

  useEffect(() => {
    if (steps === goal) {
      if (!isShown) onGone(node);
      return;
    }
    const { perStep } = pace.current;
    const count = Math.max(1, Math.min(Math.floor(MOMENT / perStep), MOST));
    pace.current = { count, since: performance.now(), perStep };
    const to = steps < goal ? Math.min(steps + count, goal) : Math.max(steps - count, goal);
    startTransition(() => setSteps(to));
  }, [node, steps, goal, isShown, onGone]);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height;
      if (isShown && height) heights.set(items, height);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [node, items, isShown]);

  useLayoutEffect(() => {
    node.style.minHeight = steps < goal ? `${heights.get(items) ?? 0}px` : '';
  }, [node, items, steps, goal]);

  const starts = Array.from({ length: steps }, (_, step) => (step + 1) * STEP);
  return createPortal(
    starts.map((start) => <Step key={start} items={items} start={start} onAdd={onAdd} />),
    node,
  );
});

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
