import { setTimeout } from 'node:timers/promises';
import type { Chromium, Tab, TraceEvent } from './devtools';

/** How a page is opened. */
export type Conditions = {
  items: number;
  /** How many times slower the processor is made. */
  slower: 1 | 4 | 12;
  /** 150 ms and 1.6 Mbit/s; else as fast as the machine. */
  isSlowLine: boolean;
  /** It has been opened before: the bundle is in the cache. */
  isCached: boolean;
};

/** Where the main thread's time goes. */
export const kinds = {
  Compiling: /^V8\.(Compile|Parse|PreParse|Finalize)|^v8\.compile/,
  Script:
    /^(v8\.|FunctionCall|EvaluateScript|TimerFire|FireAnimationFrame|EventDispatch|BlinkScheduler_Perform)/,
  'Style and layout': /^(UpdateLayoutTree|Layout|PrePaint|IntersectionObserver)/,
  'Paint and layers': /^(Paint|Commit|Layerize|UpdateLayer)/,
  'Collecting garbage': /GC|^V8\.GC|BlinkGC/,
  'Reading HTML': /^ParseHTML|HTMLDocumentParser/,
};

/** Times in ms. `main`, `longest`, `blocking` and `work` are processor time of the main thread, the others go by the clock. */
export type Opening = {
  firstPaint: number;
  firstCards: number;
  allCards: number;
  /** The first press that would be answered; the store alone is not from its first paint on. */
  alive: number;
  main: number;
  longest: number;
  /** What tasks take beyond 50 ms each. */
  blocking: number;
  work: Record<string, number>;
  elements: number;
  bytes: number;
  requests: number;
  layoutShift: number;
  /** What came and was done, in order. */
  order: string;
};

const inMs = (µs = 0) => µs / 1000;

/** Opens the page at `home` + `path`. It has settled half a second after all cards of a list are there, and the store answers presses. */
export async function measureOpening(
  chromium: Chromium,
  home: string,
  conditions: Conditions,
  path = '/items',
) {
  const { items, slower, isSlowLine, isCached } = conditions;
  const tab = await chromium.open();
  const url = home + path;
  const isReady =
    path === '/items'
      ? `document.getElementsByTagName('article').length >= ${items} && !document.querySelector('html.early')`
      : `Boolean(document.querySelector('html:not(.early) [data-screen] h1'))`;
  if (isCached) {
    await tab.ask('Page.navigate', { url });
    await tab.until(isReady);
    await tab.ask('Page.navigate', { url: 'about:blank' });
  }
  if (isSlowLine) {
    await tab.ask('Network.enable');
    await tab.ask('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 93_750,
    });
  }
  await tab.ask('Emulation.setCPUThrottlingRate', { rate: slower });
  await tab.ask('Page.addScriptToEvaluateOnNewDocument', { source: `(${markMoments})(${items})` });
  const events = await chromium.trace(async () => {
    await tab.ask('Page.navigate', { url });
    await tab.until(isReady);
    await tab.draw();
    await setTimeout(500);
  });
  const elements = await tab.look<number>(`document.querySelectorAll('*').length`);
  await tab.close();
  return { ...read(events), elements };
}

/** Runs in the page. */
function markMoments(count: number) {
  const cards = document.getElementsByTagName('article');
  let isEarly = false;
  new MutationObserver((_, observer) => {
    const wasEarly = isEarly;
    isEarly = document.documentElement.matches('.early');
    if (!wasEarly || isEarly) return;
    performance.mark('alive');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] });
  let hasFirst = false;
  new MutationObserver((_, observer) => {
    if (!hasFirst && cards.length > 0) performance.mark('first cards');
    hasFirst = cards.length > 0;
    if (cards.length < count) return;
    performance.mark('all cards');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

function read(events: TraceEvent[]): Omit<Opening, 'elements'> {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && /^http/.test(String(args.data?.documentLoaderURL)),
  );
  if (!start) throw new Error('The trace has no navigation.');
  const since = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts);
  const main = since.filter(({ tid }) => tid === start.tid);
  const at = (event?: TraceEvent) => (event ? inMs(event.ts + (event.dur ?? 0) - start.ts) : Number.NaN);
  const after = (name: string, ts = 0) => main.find((it) => it.name === name && it.ts >= ts);
  /** When the frame with it is on its way to the screen. */
  const shown = (mark: string) => at(after('Commit', after(mark)?.ts));

  const requests = since.filter(({ name }) => name === 'ResourceSendRequest');
  const finished = (path: RegExp) => {
    const request = requests.find(({ args }) => path.test(String(args.data?.url)));
    const id = request?.args.data?.requestId;
    return at(since.find(({ name, args }) => name === 'ResourceFinish' && args.data?.requestId === id));
  };
  const steps: [name: string, time: number][] = [
    ['answer', finished(/\/api\//)],
    ['bundle', finished(/\/assets\/.*\.js/)],
    ['cards', shown('first cards')],
    // Its parts are one module.
    ['bundle runs', inMs((after('v8.evaluateModule')?.ts ?? Number.NaN) - start.ts)],
  ];
  const bytes = since
    .filter(({ name }) => name === 'ResourceFinish')
    .map(({ args }) => Number(args.data?.encodedDataLength ?? 0));
  const shifts = main.filter(({ name }) => name === 'LayoutShift');
  return {
    firstPaint: at(main.find(({ name }) => name === 'firstContentfulPaint')),
    firstCards: shown('first cards'),
    allCards: shown('all cards'),
    alive: at(after('alive')),
    ...readTasks(main),
    work: readWork(main),
    bytes: bytes.reduce((sum, it) => sum + it, 0),
    requests: requests.filter(({ args }) => !String(args.data?.url).startsWith('data:')).length,
    layoutShift: shifts.reduce((sum, { args }) => sum + Number(args.data?.weighted_score_delta ?? 0), 0),
    order: steps
      .filter(([, time]) => !Number.isNaN(time))
      .sort(([, a], [, b]) => a - b)
      .map(([name]) => name)
      .join(', '),
  };
}

/** The processor time of a thread's tasks. */
function readTasks(thread: TraceEvent[]) {
  const tasks = thread
    .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
    .map(({ tdur }) => inMs(tdur));
  return {
    main: tasks.reduce((sum, it) => sum + it, 0),
    longest: Math.max(0, ...tasks),
    blocking: tasks.reduce((sum, it) => sum + Math.max(0, it - 50), 0),
  };
}

/** The processor time of each kind of work: of every event what its inner ones leave. */
function readWork(thread: TraceEvent[]) {
  const work: Record<string, number> = {};
  const add = (name: string, time: number) => {
    const [kind = 'Other'] = Object.entries(kinds).find(([, names]) => names.test(name)) ?? [];
    work[kind] = (work[kind] ?? 0) + inMs(time);
  };
  const outer: TraceEvent[] = [];
  const events = thread.filter(({ ph, tdur }) => ph === 'X' && tdur !== undefined);
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (outer.length && end(outer.at(-1)) <= event.ts) outer.pop();
    const parent = outer.at(-1);
    if (parent) add(parent.name, -(event.tdur ?? 0));
    add(event.name, event.tdur ?? 0);
    outer.push(event);
  }
  return work;
}

const end = (event?: TraceEvent) => (event?.ts ?? 0) + (event?.dur ?? 0);

/** What one act on a long list takes of the main thread, in ms of processor time, and the list's place after it. */
export type Act = { name: string; main: number; longest: number; blocking: number; scrollY: number };

/** A shopper's way through a list of `items`, in the store at `home`, with the processor at full speed. */
export async function measureActs(chromium: Chromium, home: string, items: number) {
  const tab = await chromium.open();
  await tab.ask('Page.navigate', { url: `${home}/` });
  await tab.until(`!document.querySelector('html.early')`);
  await tab.look('window.alert = () => {}');
  const press = (selector: string) => `document.querySelector('${selector}').click()`;
  const all = `document.querySelectorAll('.results > div:not([hidden]) article').length >= ${items}
    && !document.querySelector('[aria-busy=true]')`;
  const away = `document.querySelector('h1').textContent.startsWith('Welcome')`;
  const ways: [name: string, act: string, ready: string][] = [
    ['Opening by the link', press('header a[href$="/items"]'), all],
    ['Leaving', press('header a[href="/"]'), away],
    ['Coming back by Back', 'history.back()', all],
    ['Leaving again', press('header a[href="/"]'), away],
    ['Coming back by the link', press('header a[href$="/items"]'), all],
    ['Add to Cart', press('article button'), 'true'],
    ['Apply', `document.querySelector('#category').value = 'x'; ${press('.filters button')}`, all],
    ['Back to the list before', 'history.back()', all],
  ];
  const acts: Act[] = [];
  for (const [name, act, ready] of ways) {
    const events = await chromium.trace(async () => {
      await tab.look(`performance.mark('act'); ${act}`);
      await tab.until(ready);
      await setTimeout(500);
    });
    const mark = events.find((it) => it.name === 'act');
    const thread = events.filter(
      ({ pid, tid, ts }) => pid === mark?.pid && tid === mark.tid && ts >= mark.ts,
    );
    acts.push({ name, ...readTasks(thread), scrollY: await tab.look('scrollY') });
    if (name === 'Opening by the link') await scrollDown(tab);
  }
  await tab.ask('HeapProfiler.collectGarbage');
  const heapMB = (await tab.look<number>('performance.memory.usedJSHeapSize')) / 1e6;
  await tab.close();
  return { acts, heapMB };
}

async function scrollDown(tab: Tab) {
  await tab.look('scrollTo(0, document.documentElement.scrollHeight / 2)');
  await setTimeout(500);
}
