import { serveBuild } from '../support/hosts';
import type { Tab as BrowserTab } from '../support/shopper';
import { type Look, openEyes } from './look';
import { items, openShop, type Sent } from './shop';
import type { Step } from './steps';
import type { Tab } from './walk';

export type WalksSite = Awaited<ReturnType<typeof startWalksSite>>;

/** The production build on a free port, with the walks' shop behind it. */
export async function startWalksSite() {
  const shop = await openShop();
  const network = { open: 0, asked: [] as Sent[] };
  const site = await serveBuild(async (request) => {
    network.open += 1;
    const { response, ...sent } = await shop.handle(request);
    network.asked.push(sent);
    network.open -= 1;
    // A connection that breaks is a failure as any other.
    return !response || response.type === 'error' ? new Response(null, { status: 502 }) : response;
  });
  return {
    ...site,
    shop,
    network,
    backend: {
      reset() {
        shop.reset();
        network.asked = [];
      },
      calls: () => network.asked.map(({ text }) => ({ call: text, authorization: null })),
    },
  };
}

/**
 * Steps that a browser can take in its own time. Another page is opened by reloading only: going back to a page that was
 * left by opening one, browsers load it anew or show it as it was, as they like.
 */
export const isForBrowsers = (step: Step) =>
  !['wait', 'answer', 'open'].includes(step.do) && !(step.do === 'fault' && step.fault === 'hang');

/** A tab of a real browser, from its first page on. */
export async function openBrowserTab(tab: BrowserTab, { shop, ...site }: WalksSite): Promise<Tab> {
  const eyes = `(${openEyes})(${JSON.stringify(items.map(({ name }) => name))})`;
  /** Uses them in the page, which knows nothing of this file. */
  const use = <T>(code: string) => tab.look(new Function(`return ${eyes}.${code}`) as () => T);
  let heard = (await tab.alerts()).length;
  let lengthBefore: number | undefined;

  /** Until nothing is busy, nothing is asked, and two frames change nothing. */
  async function quiet() {
    for (let before = ''; ; ) {
      // A page that is being left answers nothing.
      const page = await tab.look(readAfterFrames).catch(() => undefined);
      const now = JSON.stringify([site.network.asked.length, (await tab.alerts()).length, page]);
      if (page && now === before && !site.network.open) return;
      before = now;
    }
  }

  return {
    open: ({ address }) => tab.open(address),
    go: ({ by }) => tab[({ [-1]: 'back', 0: 'reload', 1: 'forward' } as const)[by]](),
    async press({ control }) {
      const [, name = '', of] = /^button (.*?)(?: of (.*))?$/.exec(control) ?? [];
      if (name) return tab.press(name, of);
      // A link is known by where it leads, and followed by what it says.
      let link: string | undefined;
      while (!link) link = await use(`find(${JSON.stringify(control)})?.textContent.trim()`);
      return tab.follow(link);
    },
    fill: tab.fill,
    fault: ({ fault }) => shop.use(fault),
    store: ({ token, isHeard }) => use(`store(${JSON.stringify(token)}, ${isHeard})`),
    // Nothing waits: every answer comes by itself.
    wait() {},
    receive() {},
    async see() {
      await quiet();
      const alerts = (await tab.alerts()).slice(heard);
      heard += alerts.length;
      const seen = await use<Look>('look()');
      lengthBefore ??= seen.historyLength - 1;
      return {
        ...seen,
        historyLength: seen.historyLength - lengthBefore,
        log: [...site.network.asked.splice(0), ...alerts.map((text) => `alert "${text}"`)],
      };
    },
  };
}

const readAfterFrames = () =>
  new Promise<string>((resolve) => {
    const isBusy = document.querySelector('html.early, [aria-busy=true], [aria-disabled=true]') !== null;
    const read = () =>
      [performance.timeOrigin, location.href, document.readyState, document.body.innerText].join();
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => resolve(isBusy ? '' : read()))));
  });
