import { readFileSync } from 'node:fs';
import { serveBuild } from '../support/hosts';
import type { Tab as BrowserTab } from '../support/shopper';
import { type Look, openEyes } from './look';
import { items, openShop, type Sent } from './shop';
import type { Step } from './steps';
import type { Tab } from './walk';

export type WalksSite = Awaited<ReturnType<typeof startWalksSite>>;

/** The production build on a free port, with the walks' shop behind it. */
export async function startWalksSite() {
  const shop = await openShop(readFileSync('openapi.yaml', 'utf8'));
  let asked: Sent[] = [];
  let open = 0;
  const site = await serveBuild(async (request) => {
    open += 1;
    const { response, ...sent } = await shop.handle(request);
    asked.push(sent);
    open -= 1;
    // A connection that breaks is a failure as any other.
    return !response || response.type === 'error' ? new Response(null, { status: 502 }) : response;
  });
  return {
    ...site,
    shop,
    isAsked: () => open > 0,
    countAsked: () => asked.length,
    takeAsked: () => asked.splice(0),
    backend: {
      reset() {
        shop.reset();
        asked = [];
      },
      calls: () => asked.map(({ text }) => ({ call: text, authorization: null })),
    },
  };
}

/**
 * Steps that a browser can take in its own time. Another page is opened by reloading only: going back to a page that was
 * left by opening one, browsers load it anew or show it as it was, as they like.
 */
export const isForBrowsers = (step: Step) =>
  step.do !== 'wait' && step.do !== 'open' && !(step.do === 'fault' && step.fault === 'hang');

/** A tab of a real browser, from its first page on. */
export async function openBrowserTab(tab: BrowserTab, { shop, ...site }: WalksSite): Promise<Tab> {
  /** Runs in the page, which knows nothing of this file. */
  const read = <T>(code: string) => tab.look(new Function(code) as () => T);
  const eyes = `(${openEyes})(${JSON.stringify(items.map(({ name }) => name))})`;
  let heard = (await tab.alerts()).length;
  let origin = 0;
  let lengthBefore: number | undefined;

  /** Until nothing is busy, nothing is asked, and two frames change nothing. */
  async function quiet() {
    for (let before = ''; ; ) {
      // A page that is being left answers nothing.
      const page = await tab.look(readAfterFrames).catch(() => undefined);
      const now = JSON.stringify([site.countAsked(), (await tab.alerts()).length, page]);
      if (page && now === before && !site.isAsked()) return;
      before = now;
    }
  }

  async function press(control: string) {
    const [, name = '', of] = /^button (.*?)(?: of (.*))?$/.exec(control) ?? [];
    if (name) return tab.press(name, of);
    // A link is known by where it leads, and followed by what it says.
    return tab.follow(await read(`return ${eyes}.find(${JSON.stringify(control)}).textContent.trim()`));
  }

  async function act(step: Step) {
    switch (step.do) {
      case 'open':
        return tab.open(step.address);
      case 'go':
        return tab[({ [-1]: 'back', 0: 'reload', 1: 'forward' } as const)[step.by]]();
      case 'press':
        return press(step.control);
      case 'write':
        for (const [name, text] of Object.entries(step.fields)) await tab.fill(name, text);
        return step.control && press(step.control);
      case 'fault':
        return shop.use(step.fault);
      case 'store':
        await read(
          step.token === null
            ? "localStorage.removeItem('token')"
            : `localStorage.setItem('token', ${JSON.stringify(step.token)})`,
        );
        return step.isHeard && read("dispatchEvent(new StorageEvent('storage', { key: 'token' }))");
    }
  }

  let reloads: string[] = [];
  return {
    async take(step) {
      await act(step);
      await quiet();
      const now = await tab.look(() => performance.timeOrigin);
      reloads = step.do === 'press' && now !== origin ? ['reload'] : [];
      origin = now;
    },
    async answer() {},
    async rest() {},
    async see() {
      const alerts = (await tab.alerts()).slice(heard);
      heard += alerts.length;
      const { length, token, address } = await tab.look(() => ({
        address: location.pathname + location.search,
        length: history.length,
        token: localStorage.getItem('token'),
      }));
      lengthBefore ??= length - 1;
      return {
        ...(await read<Look>(`return ${eyes}.look()`)),
        isApart: true,
        log: [...reloads, ...site.takeAsked(), ...alerts.map((text) => `alert "${text}"`)],
        address,
        historyLength: length - lengthBefore,
        token: shop.label(token),
        underWay: [],
      };
    },
    async close() {},
  };
}

const readAfterFrames = () =>
  new Promise<string>((resolve) => {
    const isBusy = document.querySelector('html.early, [aria-busy=true], [aria-disabled=true]') !== null;
    const read = () =>
      [performance.timeOrigin, location.href, document.readyState, document.body.innerText].join();
    requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => resolve(isBusy ? '' : read()))));
  });
