import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serveSite } from '../../tools/serve';
import type { Tab as BrowserTab } from '../support/shopper';
import { openEyes } from './look';
import { openShop } from './openShop';
import type { Step } from './steps';
import type { Tab } from './walk';

/** The production build on a free port, with the walks' shop behind it. */
export async function startWalksSite() {
  const shop = await openShop(readFileSync('openapi.yaml', 'utf8'));
  let asked: string[] = [];
  let open = 0;

  async function api(request: Request) {
    open += 1;
    const [line, answer] = await shop.handle(request);
    asked.push(line);
    open -= 1;
    // A connection that breaks is a failure as any other.
    return answer?.type === 'error' || !answer ? new Response(null, { status: 502 }) : answer;
  }

  const server = serveSite({ dist: 'dist', api, port: 0 });
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    shop,
    isAsked: () => open > 0,
    countAsked: () => asked.length,
    takeAsked: () => asked.splice(0),
    backend: {
      reset() {
        shop.reset();
        asked = [];
      },
      calls: () => asked.map((call) => ({ call, authorization: null })),
    },
    async stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
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
export async function openBrowserTab(
  tab: BrowserTab,
  { shop, ...site }: Awaited<ReturnType<typeof startWalksSite>>,
): Promise<Tab> {
  // Runs in the page, which knows nothing of this file.
  const look = new Function(`return (${openEyes})().look()`) as ReturnType<typeof openEyes>['look'];
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

  const store = (token: string | null, isElsewhere: boolean) =>
    tab.look(
      new Function(`
        const token = ${JSON.stringify(token)};
        if (token === null) localStorage.removeItem('token');
        else localStorage.setItem('token', token);
        if (${isElsewhere}) dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      `) as () => void,
    );

  async function take(step: Step) {
    switch (step.do) {
      case 'open':
        return tab.open(step.address);
      case 'back':
      case 'forward':
      case 'reload':
        return tab[step.do]();
      case 'press':
        return step.what === 'link' ? tab.follow(step.name) : tab.press(step.name, step.of);
      case 'write':
        for (const [name, text] of Object.entries(step.fields)) await tab.fill(name, text);
        return step.press && tab.press(step.press);
      case 'fault':
        return shop.use(step.fault);
      case 'store':
        return store(step.token, step.where === 'in another tab');
      default:
        throw new Error(`A browser does not ${step.do}.`);
    }
  }

  let reloads: string[] = [];
  return {
    async take(step) {
      await take(step);
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
      const page = await tab.look(() => ({
        address: location.pathname + location.search,
        length: history.length,
        token: localStorage.getItem('token'),
      }));
      lengthBefore ??= page.length - 1;
      return {
        ...(await tab.look(look)),
        isApart: true,
        log: [...reloads, ...site.takeAsked(), ...alerts.map((text) => `alert "${text}"`)],
        address: page.address,
        historyLength: page.length - lengthBefore,
        token: shop.label(page.token),
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
