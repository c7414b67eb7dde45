import type { Browser } from '@playwright/test';
import { openTab, type TraceEvent } from './tab';

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Milliseconds by name. NaN if the page has no such moment. */
export type Figures = Record<string, number>;

type Conditions = {
  count: number;
  /** Slow 4G and a processor that is four times slower. */
  isSlow: boolean;
  /** Whether the tab has opened the page before, so that its scripts are in the cache. */
  isCached: boolean;
};

const isInteractive = `document.querySelector('html:not(.not-hydrated) h1') !== null`;

/** The page shows exactly `count` cards and loads nothing. A build may keep a previous list in the page, hidden. */
const hasCards = (count: number) =>
  `document.querySelectorAll('.results article:not([hidden] *)').length === ${count} &&
  !document.querySelector('[aria-busy=true]')`;

const click = (selector: string) => `document.querySelector('${selector}').click()`;

/** Opens the list of the site at `origin` in a new tab. */
export async function measureOpening(browser: Browser, origin: string, conditions: Conditions) {
  const { count, isSlow, isCached } = conditions;
  const tab = await openTab(browser);
  const url = `${origin}/items`;
  const isComplete = `${isInteractive} && ${hasCards(count)}`;
  if (isCached) {
    await tab.send('Page.navigate', { url });
    await tab.waitFor(isComplete);
    await tab.send('Page.navigate', { url: 'about:blank' });
  }
  if (isSlow) {
    await tab.send('Network.enable');
    await tab.send('Network.emulateNetworkConditions', SLOW_4G);
    await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${markMoments})()` });
  const events = await tab.trace(() => tab.send('Page.navigate', { url }), isComplete);
  await tab.close();

  const { start, thread } = mainThread(events, ({ args }) => args.data?.documentLoaderURL === url);
  const find = (name: string, since = start) =>
    thread.find((event) => event.name === name && event.ts >= since);
  const timeOf = (event?: TraceEvent) => (event ? (endOf(event) - start) / 1000 : Number.NaN);
  return {
    ...readTasks(thread),
    'First paint': timeOf(find('firstContentfulPaint')),
    // When the frame with the cards is on its way to the screen.
    'First cards': timeOf(find('Commit', find('first cards')?.ts)),
    Interactive: timeOf(find('interactive')),
  };
}

/** Runs in the page. */
function markMoments() {
  let hadCards = false;
  let wasPending = false;
  new MutationObserver(() => {
    const isPending = document.documentElement.classList.contains('not-hydrated');
    if (wasPending && !isPending) performance.mark('interactive');
    wasPending = isPending;
    if (hadCards || !document.querySelector('.results article')) return;
    performance.mark('first cards');
    hadCards = true;
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] });
}

/** The longest task of each of a shopper's actions on a list of `count` items. */
export async function measureActions(browser: Browser, origin: string, count: number): Promise<Figures> {
  const tab = await openTab(browser);
  await tab.send('Page.navigate', { url: `${origin}/` });
  await tab.waitFor(isInteractive);

  async function measure(action: string, cards: number) {
    const script = `performance.mark('action'); ${action}`;
    const events = await tab.trace(() => tab.evaluate(script), hasCards(cards));
    return readTasks(mainThread(events, ({ name }) => name === 'action').thread)['Longest task'];
  }
  const figures = {
    'Opening by link': await measure(click('.navbar-nav a[href="/items"]'), count),
    Leaving: await measure(click('.navbar-nav a[href="/"]'), 0),
    Back: await measure('history.back()', count),
    'Apply Filters': await measure(`priceMin.value = 1; ${click('.filters button')}`, count - 1),
  };
  await tab.close();
  return figures;
}

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;

/** The time of the first event that matches, and the events of its thread from the task that contains it. */
function mainThread(events: TraceEvent[], isStart: (event: TraceEvent) => boolean) {
  const first = events.find(isStart);
  if (!first) throw new Error('The trace does not contain the start of the measurement.');
  const { pid, tid, ts: start } = first;
  const thread = events.filter((event) => event.pid === pid && event.tid === tid && endOf(event) >= start);
  return { start, thread };
}

/** Processor time, because other programs on the machine affect it less than time by the clock. */
function readTasks(thread: TraceEvent[]) {
  const tasks = thread.filter(({ name }) => name === 'RunTask').map(({ tdur = 0 }) => tdur / 1000);
  return {
    'All tasks': tasks.reduce((sum, task) => sum + task, 0),
    'Longest task': Math.max(0, ...tasks),
  };
}
