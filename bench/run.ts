import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { catalogue } from '../mocks/catalogue';
import { findChromium } from '../scripts/chromium';
import { serveSite } from '../tests/build/serve';
import { type Measure, measure } from './measure';
import { report } from './report';

/** Measures the built store beside a page written by hand, in turn, and writes docs/performance.md. */

const rows = [
  { items: 100, runs: 5, isWarm: false },
  { items: 100, runs: 5, isWarm: true },
  { items: 1_000, runs: 5, isWarm: false },
  { items: 10_000, runs: 3, isWarm: false },
  { items: 50_000, runs: 1, isWarm: false },
];

const port = Number(process.env.PORT ?? 4190);
const sites = { store: `http://localhost:${port}/items`, reference: `http://localhost:${port + 1}/items` };
let answer = '[]';
const api = async () =>
  new Response(answer, {
    headers: { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(answer)}` },
  });

const style = readFileSync('dist/items.html', 'utf8').match(/<style>[\s\S]*<\/style>/)?.[0] ?? '';
// Without a policy: its script is inline.
mkdirSync('test-results/reference/.deploy', { recursive: true });
writeFileSync('test-results/reference/.deploy/headers.txt', '');
const reference = readFileSync('bench/reference.html', 'utf8').replace('<style></style>', () => style);
for (const page of ['items', '404']) writeFileSync(`test-results/reference/${page}.html`, reference);

const servers = [
  serveSite({ dist: 'dist', api, port }),
  serveSite({ dist: 'test-results/reference', api, port: port + 1 }),
];
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-background-networking'],
});

const results = [];
const load: number[] = [];
for (const { items, runs, isWarm } of rows) {
  answer = JSON.stringify(makeItems(items));
  const taken = { store: [] as Measure[], reference: [] as Measure[] };
  for (let run = 0; run < runs; run++) {
    for (const site of ['store', 'reference'] as const) {
      taken[site].push(await measure(browser, sites[site], items, isWarm));
      load.push(loadavg()[0] ?? 0);
    }
  }
  results.push({ items, runs, isWarm, store: median(taken.store), reference: median(taken.reference) });
  console.log(items, isWarm ? 'warm' : 'cold', JSON.stringify(results.at(-1)));
}
await browser.close();
for (const server of servers) server.close();

const busy = `Load of the machine (${cpus().length} processors) during the runs: ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}.`;
const { text, chart } = report(results, busy);
writeFileSync('docs/performance.md', text);
writeFileSync('docs/performance.svg', chart);
console.log('docs/performance.md and docs/performance.svg written.');

function makeItems(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const item = catalogue[index % catalogue.length] as (typeof catalogue)[number];
    return { ...item, _id: `item-${index}`, name: `${item.name} ${index + 1}` };
  });
}

/** The median of each figure by itself. */
function median(measures: Measure[]): Measure {
  const of = (key: keyof Measure) => {
    const sorted = measures.map((it) => it[key]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] as number;
  };
  const keys = Object.keys(measures[0] as Measure) as (keyof Measure)[];
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Measure;
}
