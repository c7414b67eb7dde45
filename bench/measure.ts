import type { Browser } from '@playwright/test';

/** One opening of /items. Times in ms, sizes in bytes unless said otherwise. */
export type Measure = {
  firstPaint: number;
  firstCards: number;
  /** From the end of the answer to the first cards. */
  afterAnswer: number;
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
  'firstPaint' | 'firstCards' | 'afterAnswer' | 'allCards' | 'blocking' | 'longestTask' | 'layoutShift'
>;

/** Opens `url` on a slow 4G connection (150 ms, 1.6 Mbit/s) with the processor slowed down 4 times. */
export async function measure(
  browser: Browser,
  url: string,
  cards: number,
  isWarm = false,
): Promise<Measure> {
  // Playwright waits by `eval`, which the policy forbids.
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  if (isWarm) {
    await page.goto(url);
    await page.waitForFunction((count) => document.querySelectorAll('article').length >= count, cards);
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
  await page.addInitScript(observe, cards);
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
  function look() {
    const now = performance.now();
    if (articles.length && !firstCards) firstCards = now;
    if (articles.length < cards) return requestAnimationFrame(look);
    const allCards = now;
    // After the frame, so that its own work counts.
    setTimeout(() => {
      const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
      const afterAnswer = firstCards - (answer as PerformanceResourceTiming).responseEnd;
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      Object.assign(window, {
        measured: { firstPaint, firstCards, afterAnswer, allCards, blocking, longestTask, layoutShift },
      });
    }, 500);
  }
  requestAnimationFrame(look);
}
