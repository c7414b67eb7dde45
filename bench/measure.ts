import type { Browser } from '@playwright/test';

/** One opening of /items. Times in ms, sizes in bytes unless said otherwise. */
export type Measure = {
  firstPaint: number;
  firstCards: number;
  /** Every card is in the document. */
  allCards: number;
  /** What tasks take beyond 50 ms each, and the longest task. */
  blocking: number;
  longestTask: number;
  /** The main thread's time in tasks. */
  cpu: number;
  heapMB: number;
  bytes: number;
  requests: number;
  /** The most requests of which each waited for the one before. */
  chain: number;
  layoutShift: number;
};

type InPage = Pick<
  Measure,
  'firstPaint' | 'firstCards' | 'allCards' | 'blocking' | 'longestTask' | 'layoutShift'
>;

/** How a page is opened. */
export type Conditions = {
  /** How many cards it will show. */
  items: number;
  /** It has been opened before. */
  isWarm: boolean;
};

/** Opens `url` on a slow 4G connection (150 ms, 1.6 Mbit/s) with the processor slowed down 4 times. */
export async function measure(
  browser: Browser,
  url: string,
  { items, isWarm }: Conditions,
): Promise<Measure> {
  // Playwright waits by `eval`, which the policy forbids.
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  if (isWarm) {
    await page.goto(url);
    await page.waitForFunction((count) => document.querySelectorAll('article').length >= count, items);
  }
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Performance.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  let requests = 0;
  const local = new Set<string>();
  const depths = new Map<string, number>();
  client.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const parent = initiator.url ?? initiator.stack?.callFrames.at(-1)?.url ?? '';
    if (!request.url.startsWith('data:')) depths.set(request.url, 1 + (depths.get(parent) ?? 0));
  });
  client.on('Network.requestServedFromCache', ({ requestId }) => local.add(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.url.startsWith('data:')) local.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (local.has(requestId)) return;
    requests++;
    bytes += encodedDataLength;
  });
  // A helper that tsx puts into functions, which the page does not have.
  await page.addInitScript('globalThis.__name = (it) => it');
  await page.addInitScript(observe, items);
  await page.goto(url);
  const inPage = await page.waitForFunction(() => (window as { measured?: InPage }).measured, undefined, {
    polling: 200,
  });
  const { metrics } = await client.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((it) => it.name === name)?.value ?? 0;
  const result = {
    ...((await inPage.jsonValue()) as InPage),
    cpu: metric('TaskDuration') * 1000,
    heapMB: metric('JSHeapUsedSize') / 1e6,
    bytes,
    requests,
    chain: Math.max(...depths.values()),
  };
  await context.close();
  return result;
}

/** Runs in the page; leaves what it saw in `window.measured` once all cards are there. */
function observe(cards: number) {
  let blocking = 0;
  let longestTask = 0;
  let layoutShift = 0;
  let firstCards = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      blocking += duration - 50;
      longestTask = Math.max(longestTask, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const articles = document.getElementsByTagName('article');
  // A frame's callbacks run before it is painted: what is there then is on screen in the next one.
  let wereThere = 0;
  function look() {
    const now = performance.now();
    if (wereThere && !firstCards) firstCards = now;
    const isEnd = wereThere >= cards;
    wereThere = articles.length;
    if (!isEnd) return requestAnimationFrame(look);
    const allCards = now;
    // After the frame, so that its own work counts.
    setTimeout(() => {
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      Object.assign(window, {
        measured: { firstPaint, firstCards, allCards, blocking, longestTask, layoutShift },
      });
    }, 500);
  }
  requestAnimationFrame(look);
}

/** The list, opened from the home page by its link: what follows the answer. Times in ms, from the end of the answer on. */
export type Opening = { firstCards: number; allCards: number; longestTask: number };

/** Opens the list of the store that is running at `home` already, on a fast line with the processor at full speed. */
export async function measureOpening(browser: Browser, home: string, items: number): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.addInitScript('globalThis.__name = (it) => it');
  await page.goto(home);
  await page.getByRole('link', { name: 'Login' }).waitFor();
  const opening = await page.evaluate(open, items);
  await context.close();
  return opening;
}

/** Runs in the page. */
function open(items: number): Promise<Opening> {
  const [, link] = document.querySelectorAll<HTMLElement>('.nav a');
  const articles = document.getElementsByTagName('article');
  return new Promise((resolve) => {
    let longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
    }).observe({ type: 'longtask' });
    let first = 0;
    let wereThere = 0;
    link?.click();
    function look() {
      const now = performance.now();
      if (wereThere && !first) first = now;
      const isEnd = wereThere >= items;
      wereThere = articles.length;
      if (!isEnd) return requestAnimationFrame(look);
      const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
      const end = (answer as PerformanceResourceTiming).responseEnd;
      setTimeout(() => resolve({ firstCards: first - end, allCards: now - end, longestTask }), 500);
    }
    requestAnimationFrame(look);
  });
}
