import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { catalogue } from '../mocks/catalogue';
// biome-ignore lint/style/noRestrictedImports: the tests have the one driver of WebKit
import { programs } from '../tests/support/programs';
// biome-ignore lint/style/noRestrictedImports: as above
import { startWebKit } from '../tests/support/webkit';
import { serveSite } from '../tools/scripts/serve';
import { startChromium } from './devtools';
import { type Conditions, measureActs, measureOpening, type Opening } from './measure';
import { byHandFrom, report } from './report';

/**
 * Measures the built store beside a page written by hand, in turn, and writes docs/performance.md: twelve minutes, or with
 * `--full` most of an hour, for other speeds of the processor, 50,000 items and WebKit.
 */
const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

// Not 4190, which WebKit refuses to ask.
const port = Number(process.env.PORT ?? 4290);
const homes = { store: `http://localhost:${port}`, byHand: `http://localhost:${port + 1}` };
let answer = new Uint8Array();
let delay = 0;

const servers = [
  serveSite({ dist: 'dist', api, port }),
  serveSite({ dist: makeReference(), api, port: port + 1 }),
];
const load: number[] = [];
/** Of an odd number, one is the median. */
const RUNS = 7;
const chromium = await startChromium();

const byThread = [];
for (const isCached of [false, true])
  byThread.push(await compare({ items: 100, slower: 1, isSlowLine: false, isCached }, 0, RUNS));

/** The bars are those of a processor that is four times slower. */
const speeds = full ? ([1, 4, 12] as const) : ([4] as const);

const byClock = [];
for (const slower of speeds)
  for (const isCached of [false, true])
    for (const wait of [50, 500, 2000])
      byClock.push(await compare({ items: 100, slower, isSlowLine: true, isCached }, wait, RUNS));

/** The pages without a call. */
const pages = [];
for (const slower of speeds)
  for (const isCached of [false, true])
    for (const path of ['/', '/signup', '/login', '/nowhere']) {
      const conditions = { items: 0, slower, isSlowLine: true, isCached };
      const openings = [];
      for (let run = 0; run < RUNS; run++)
        openings.push(await measureOpening(chromium, homes.store, conditions, path));
      pages.push({ ...conditions, path, openings });
    }
console.log('pages without a call');

const growth = [];
for (const items of full ? [100, 1_000, 10_000, 50_000] : [100, 1_000, 10_000]) {
  const conditions = { items, slower: 1, isSlowLine: false, isCached: false } as const;
  growth.push({
    ...(await compare(conditions, 0, 3)),
    ways: [
      await measureActs(chromium, homes.store, items),
      await measureActs(chromium, homes.store, items),
      await measureActs(chromium, homes.store, items),
    ],
  });
}
await chromium.stop();

const inWebKit = full && programs.webkit.isInstalled() ? await measureInWebKit([1_000, 3_000, 10_000]) : [];
for (const server of servers) server.close();

const busy = `${cpus().length} processors, load ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}`;
const [, notes = ''] = readFileSync('docs/performance.md', 'utf8').split(byHandFrom);
const text = report({ byThread, byClock, pages, growth, inWebKit, busy });
writeFileSync('docs/performance.md', `${text}${byHandFrom}${notes}`);
console.log('docs/performance.md written.');

async function api() {
  await setTimeout(delay);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  return new Response(answer, { headers });
}

/** The page by hand, with the store's styles and without a policy, since its script is inline. */
function makeReference() {
  const dist = 'test-results/reference';
  mkdirSync(`${dist}/.deploy`, { recursive: true });
  writeFileSync(`${dist}/.deploy/headers.txt`, '');
  const style = readFileSync('dist/items.html', 'utf8').match(/<style>[\s\S]*<\/style>/)?.[0] ?? '';
  const page = readFileSync('bench/reference.html', 'utf8').replace('<style></style>', () => style);
  writeFileSync(`${dist}/.deploy/pages.json`, JSON.stringify([{ address: 'items', file: 'items.html' }]));
  for (const file of ['items.html', '404.html']) {
    writeFileSync(`${dist}/${file}`, page);
    writeFileSync(`${dist}/${file}.br`, brotliCompressSync(page));
  }
  return dist;
}

function answerWith(items: number, wait: number) {
  const list = Array.from({ length: items }, (_, index) => {
    const item = catalogue[index % catalogue.length] as (typeof catalogue)[number];
    return { ...item, _id: `item-${index}`, name: `${item.name} ${index + 1}` };
  });
  answer = new Uint8Array(gzipSync(JSON.stringify(list)));
  delay = wait;
}

/** Opens both pages in turn, `runs` times. */
async function compare(conditions: Conditions, wait: number, runs: number) {
  answerWith(conditions.items, wait);
  const store: Opening[] = [];
  const byHand: Opening[] = [];
  for (let run = 0; run < runs; run++) {
    byHand.push(await measureOpening(chromium, homes.byHand, conditions));
    store.push(await measureOpening(chromium, homes.store, conditions));
    load.push(loadavg()[0] ?? 0);
  }
  console.log(JSON.stringify({ ...conditions, wait }));
  return { ...conditions, wait, store, byHand };
}

/** Until all cards are there and laid out, in seconds by the clock. */
async function measureInWebKit(counts: number[]) {
  const webKit = await startWebKit();
  const rows = [];
  for (const items of counts) {
    answerWith(items, 0);
    const row = { items, store: 0, byHand: 0 };
    for (const page of ['byHand', 'store'] as const) {
      const { tab, close } = await webKit.open(homes[page], () => []);
      await tab.open('/items');
      const look = () =>
        tab.evaluate(() => {
          const cards = document.getElementsByTagName('article').length;
          document.documentElement.getBoundingClientRect();
          return [cards, performance.now()] as const;
        });
      let [cards, now] = await look();
      for (; cards < items; [cards, now] = await look()) await setTimeout(100);
      row[page] = now / 1000;
      await close();
    }
    rows.push(row);
    console.log(JSON.stringify(row));
  }
  await webKit.stop();
  return rows;
}
