import type { Act, Conditions, Opening } from './measure';

type Comparison = Conditions & { wait: number; store: Opening[]; byHand: Opening[] };

type Results = {
  byThread: Comparison[];
  byClock: Comparison[];
  pages: (Conditions & { path: string; openings: Opening[] })[];
  growth: (Comparison & { ways: { acts: Act[]; heapMB: number }[] })[];
  inWebKit: { items: number; store: number; byHand: number }[];
  busy: string;
};

type Figure = (opening: Opening) => number;

/** Below this line docs/performance.md is written by hand, and kept. */
export const byHandFrom = '<!-- From here on written by hand. -->';

export const report = ({ byThread, byClock, pages, growth, inWebKit, busy }: Results) => `# Performance

\`npm run build && npm run bench\` writes this page, up to its last part. It opens \`/items\` of the built store and of \`bench/reference.html\`, a page
written by hand without any framework that shows the same list with the same styles, in turn. ${busy}; \`-- --full\` takes longer and says more.

Times of the main thread are processor time of its tasks, the least of several openings: they hold on a busy machine. Times by the clock do not; there look at the
ratios and the order.

## Opening 100 items, processor at full speed (main thread, ms)

${table(
  ['', 'Store', 'By hand', 'Ratio'],
  byThread.flatMap((it) => [
    [`**${it.isCached ? 'The bundle is cached' : 'Cold'}**`, '', '', ''],
    line('All tasks', it, ({ main }) => main),
    line('Longest task', it, ({ longest }) => longest),
    ...Object.keys(it.store[0]?.work ?? {})
      .toSorted()
      .map((kind) => line(kind, it, ({ work }) => work[kind] ?? 0)),
    line('Elements', it, ({ elements }) => elements),
    line("Requests, the tab's icon included", it, ({ requests }) => requests),
    line('Bytes', it, ({ bytes }) => bytes),
    line('Layout shift', it, ({ layoutShift }) => layoutShift),
  ]),
)}

## 100 items on slow 4G (150 ms, 1.6 Mbit/s), by the clock

Each cell: store / by hand in ms, medians; the ratio, and from the least to the greatest of the single pairs.

${table(
  [
    'Processor',
    'Bundle',
    'The answer takes',
    'First paint',
    'First cards',
    'All cards',
    'Order in the store',
  ],
  byClock.map((it) => [
    `${it.slower} × slower`,
    it.isCached ? 'cached' : 'cold',
    `${it.wait} ms`,
    pair(it, ({ firstPaint }) => firstPaint),
    pair(it, ({ firstCards }) => firstCards),
    pair(it, ({ allCards }) => allCards),
    [...new Set(it.store.map(({ order }) => order))].join('; or: '),
  ]),
)}

The first paint does not wait for the answer, so all its pairs count together: ${[false, true]
  .flatMap((isCached) =>
    [...new Set(byClock.map(({ slower }) => slower))].map((slower) => {
      const pairs = byClock
        .filter((it) => it.slower === slower && it.isCached === isCached)
        .flatMap((it) => ratiosOf(it, ({ firstPaint }) => firstPaint));
      return `${slower} × slower, ${isCached ? 'cached' : 'cold'}: ${middle(pairs).toFixed(2)} (${pairs.length} pairs)`;
    }),
  )
  .join('; ')}.

Blocking time (processor time beyond 50 ms of each task, median): ${byClock
  .filter(({ wait }) => wait === 50)
  .map(
    (it) =>
      `${it.slower} × slower, ${it.isCached ? 'cached' : 'cold'}: ${round(median(it.store, ({ blocking }) => blocking))} ms, by hand ${round(median(it.byHand, ({ blocking }) => blocking))} ms`,
  )
  .join('; ')}.

### Alive: the first press that would be answered

Presses before it are kept, and count then. The bars are 1.6 × the first cards, and on pages without a call 2.2 × the first paint, at 4 × slower. Medians of the store, in ms.

${table(
  ['Page', 'Processor', 'Bundle', 'First paint', 'First cards', 'Alive', 'Ratio'],
  [
    ...byClock.map((it) => alive(`/items, the answer takes ${it.wait} ms`, it, it.store, 'firstCards')),
    ...pages.map((it) => alive(it.path, it, it.openings, 'firstPaint')),
  ],
)}

## How cost grows (main thread, processor at full speed)

${table(
  ['Items', 'All tasks, store / by hand', 'Longest task', 'All cards by the clock', 'Heap with two lists'],
  growth.map((it) => [
    it.items.toLocaleString('en-US'),
    pair(it, ({ main }) => main),
    pair(it, ({ longest }) => longest),
    pair(it, ({ allCards }) => allCards),
    `${it.ways[0]?.heapMB.toFixed(1)} MB`,
  ]),
)}

The longest task of each act, in ms, the least of three ways:

${table(
  ['', ...growth.map(({ items }) => `${items.toLocaleString('en-US')} items`)],
  (growth[0]?.ways[0]?.acts ?? []).map(({ name }, index) => [
    name,
    ...growth.map(({ ways }) => leastAndMost(ways.map(({ acts }) => acts[index]?.longest ?? Number.NaN))),
  ]),
)}
${
  inWebKit.length === 0
    ? ''
    : `
## WebKit (until all cards are there, by the clock)

${table(
  ['Items', 'Store', 'By hand', 'Ratio'],
  inWebKit.map(({ items, store, byHand }) => [
    items.toLocaleString('en-US'),
    `${store.toFixed(1)} s`,
    `${byHand.toFixed(1)} s`,
    (store / byHand).toFixed(2),
  ]),
)}
`
}
`;

const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const round = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));

const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const median = (openings: Opening[], figure: Figure) => middle(openings.map(figure));

/** Store by hand, of each pair that was opened in turn. */
const ratiosOf = ({ store, byHand }: Comparison, figure: Figure) =>
  store.map((it, index) => figure(it) / figure(byHand[index] as Opening));

function alive(
  page: string,
  { slower, isCached }: Conditions,
  openings: Opening[],
  before: 'firstCards' | 'firstPaint',
) {
  const [paint, cards, alive, bar] = (['firstPaint', 'firstCards', 'alive', before] as const).map((name) =>
    median(openings, (opening) => opening[name]),
  ) as [number, number, number, number];
  const times = [paint, cards, alive].map((time) => (Number.isNaN(time) ? '–' : round(time)));
  return [page, `${slower} × slower`, isCached ? 'cached' : 'cold', ...times, (alive / bar).toFixed(2)];
}

/** The least of each page, and how far the runs went apart. */
function line(label: string, { store, byHand }: Comparison, figure: Figure) {
  const [ours, theirs] = [store.map(figure), byHand.map(figure)];
  const least = Math.min(...theirs);
  return [
    label,
    leastAndMost(ours),
    leastAndMost(theirs),
    least ? (Math.min(...ours) / least).toFixed(2) : '–',
  ];
}

function leastAndMost(values: number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? round(least) : `${round(least)} (to ${round(most)})`;
}

function pair(it: Comparison, figure: Figure) {
  const ours = median(it.store, figure);
  const theirs = median(it.byHand, figure);
  const ratios = ratiosOf(it, figure);
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `${round(ours)} / ${round(theirs)} = ${(ours / theirs).toFixed(2)} (${spread})`;
}
