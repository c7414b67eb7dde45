import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../build/chromium';
import { serveSite } from '../build/serve';
import { makeItems } from '../mocks/catalogue';
import { type Conditions, type Measure, measure, measureOpening, type Opening } from './measure';
import { report } from './report';

/** Measures the built store beside a page written by hand, in turn, and writes docs/performance.md. */

const rows: (Conditions & { runs: number })[] = [
  { items: 100, runs: 5, isWarm: false },
  { items: 100, runs: 5, isWarm: true },
  { items: 1_000, runs: 5, isWarm: false },
  { items: 10_000, runs: 3, isWarm: false },
  { items: 50_000, runs: 1, isWarm: false },
];

const port = Number(process.env.PORT ?? 4190);
const home = `http://localhost:${port}/`;
const sites = { store: `http://localhost:${port}/items`, reference: `http://localhost:${port + 1}/items` };
let answer = new Uint8Array();
const api = async () =>
  new Response(answer, { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } });

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
const browser = await chromium.launch(chromiumOptions);

const results = [];
const load: number[] = [];
for (const { runs, ...conditions } of rows) {
  const { items } = conditions;
  answer = new Uint8Array(gzipSync(JSON.stringify(makeItems(items))));
  const taken = { store: [] as Measure[], reference: [] as Measure[], opening: [] as Opening[] };
  for (let run = 0; run < runs; run++) {
    for (const site of ['store', 'reference'] as const) {
      taken[site].push(await measure(browser, sites[site], conditions));
      load.push(loadavg()[0] ?? 0);
    }
    taken.opening.push(await measureOpening(browser, home, items));
  }
  const { store, reference, opening } = taken;
  results.push({
    ...conditions,
    runs,
    store: median(store),
    reference: median(reference),
    opening: median(opening),
  });
  console.log(JSON.stringify(results.at(-1)));
}
await browser.close();
for (const server of servers) server.close();

const busy = `Load of the machine (${cpus().length} processors) during the runs: ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}.`;
const { text, chart } = report(results, busy);
writeFileSync('docs/performance.md', text);
writeFileSync('docs/performance.svg', chart);
console.log('docs/performance.md and docs/performance.svg written.');

/** The median of each figure by itself. */
function median<Figures extends Record<string, number>>(measures: Figures[]): Figures {
  const entries = Object.keys(measures[0] ?? {}).map((key) => {
    const sorted = measures.map((it) => it[key] as number).toSorted((a, b) => a - b);
    return [key, sorted[Math.floor(sorted.length / 2)]];
  });
  return Object.fromEntries(entries);
}
