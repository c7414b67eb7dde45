import type { Conditions, Measure, Opening } from './measure';

export type Result = Conditions & { runs: number; store: Measure; reference: Measure; opening: Opening };

const ms = (value: number) => `${Math.round(value)} ms`;
const figures: [label: string, key: keyof Measure, show: (value: number) => string][] = [
  ['First paint', 'firstPaint', ms],
  ['First cards', 'firstCards', ms],
  ['All cards', 'allCards', ms],
  ['Total blocking time', 'blocking', ms],
  ['Longest task', 'longestTask', ms],
  ['Main thread', 'cpu', ms],
  ['Heap', 'heapMB', (value) => `${value.toFixed(1)} MB`],
  ['Bytes', 'bytes', (value) => `${(value / 1000).toFixed(1)} kB`],
  ['Requests', 'requests', String],
  ['Longest chain of requests', 'chain', String],
  ['Layout shift', 'layoutShift', (value) => value.toFixed(3)],
];

/** The text of docs/performance.md and its chart. */
export function report(results: Result[], busy: string) {
  const tables = results.map(({ items, runs, isWarm, store, reference }) => {
    const lines = figures.map(([label, key, show]) => {
      const ratio = reference[key] ? (store[key] / reference[key]).toFixed(2) : '–';
      return `| ${label} | ${show(store[key])} | ${show(reference[key])} | ${ratio} |`;
    });
    return `## ${items.toLocaleString('en-US')} items, ${isWarm ? 'warm' : 'cold'} (medians of ${runs})

| | Store | By hand | Ratio |
|---|---|---|---|
${lines.join('\n')}
`;
  });
  return {
    text: `${intro(busy)}\n${bars(results)}\n${tables.join('\n')}\n${growth(results)}`,
    chart: draw(results),
  };
}

const intro = (busy: string) => `# Performance

\`npm run build && npm run bench\` writes this page. It opens \`/items\` of the built store and of \`bench/reference.html\`, a page written by hand without any framework
that shows the same list with the same styles, in turn, on slow 4G (150 ms, 1.6 Mbit/s) with the processor slowed down 4 times. The list itself is sent with gzip. Look at the ratios: the times depend on the machine.

${busy}

![Time to the first cards, and to all cards, by number of items](performance.svg)
`;

/** Browsers report tasks from 50 ms on. */
const task = (value: number) => (value ? ms(value) : 'none over 50 ms');

/** The figures that the store is held to. */
function bars(results: Result[]) {
  const [page] = results;
  const long = results.find(({ items }) => items === 10_000);
  if (!page || !long) return '';
  const ratio = (key: keyof Measure) => (page.store[key] / page.reference[key]).toFixed(2);
  return `| | Bar | Here |
|---|---|---|
| First paint, 100 items, cold | 1.25 × the page by hand | ${ratio('firstPaint')} × |
| First cards, 100 items, cold | 1.6 × | ${ratio('firstCards')} × |
| Layout shift | 0 | ${Math.max(...results.map(({ store }) => store.layoutShift))} |
| Longest task from the press on Items to all of 10,000 cards | 50 ms | ${task(long.opening.longestTask)} |
`;
}

function growth(results: Result[]) {
  const cold = results.filter(({ isWarm }) => !isWarm);
  const lines = cold.map(
    ({ items, store, opening }) =>
      `| ${items.toLocaleString('en-US')} | ${ms(opening.firstCards)} | ${ms(opening.allCards)} | ${task(opening.longestTask)} | ${(store.cpu / items).toFixed(2)} ms | ${((store.heapMB * 1000) / items).toFixed(1)} kB |`,
  );
  return `## How cost grows

The first three columns: the list opened from the home page by its link, on a fast line, the processor at full speed, from the end of the answer on.
The last two: the openings above, slowed down, page and bundle included.

| Items | First cards | All cards | Longest task | Main thread per item | Heap per item |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

/** Bars per number of items, on a logarithmic scale from 100 ms to 1,000 s. */
function draw(results: Result[]) {
  const cold = results.filter(({ isWarm }) => !isWarm);
  const width = (value: number) => Math.max(1, Math.log10(value / 100) * 120);
  const bars = cold.flatMap(({ items, store, reference }, index) =>
    [
      ['store, first cards', store.firstCards, '#0b6b53'],
      ['store, all cards', store.allCards, '#5bd0a8'],
      ['by hand, first cards', reference.firstCards, '#55605a'],
    ].map(([label, value, color], bar) => {
      const y = 20 + index * 80 + bar * 20;
      return `<text x="0" y="${y + 12}">${items.toLocaleString('en-US')} items: ${label}</text><rect x="230" y="${y}" width="${width(value as number).toFixed(0)}" height="15" fill="${color}"/><text x="${235 + width(value as number)}" y="${y + 12}">${ms(value as number)}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${cold.length * 80 + 20}" font-family="system-ui" font-size="12"><title>Time to the first and to all cards</title><rect width="100%" height="100%" fill="#fff"/>${bars.join('')}</svg>\n`;
}
