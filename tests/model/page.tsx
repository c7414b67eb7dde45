import type { DetachedWindowAPI } from 'happy-dom';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../../src/app/App';
import { makeStore } from '../../src/app/store';
import { followStoredToken } from '../../src/features/auth/authSlice';
import { openEyes } from './look';
import { macrotasks } from './macrotasks';
import { items, type Sent, type Shop } from './shop';
import type { Step } from './steps';
import type { Tab } from './walk';

type Place = { url: string; state: unknown; document: number };

/** A tab on the whole app in a document without a browser around it: history, reload, clock and network are this file's. */
export async function openTab(shop: Shop): Promise<Tab> {
  const { look, find } = openEyes(items.map(({ name }) => name));
  const log: (Sent | string)[] = [];
  /** The requests that wait, each with what lets its answer arrive. */
  const waiting = new Map<number, (() => void) | undefined>();
  let sent = 0;
  /** What the shop has at hand. */
  const atWork = new Set<Promise<unknown>>();
  let frames: FrameRequestCallback[] = [];
  let reloads = false;

  // History as browsers have it.
  let places: Place[] = [];
  let place = -1;
  let documents = 0;
  const show = () => {
    const { href } = new URL(places[place]?.url ?? '/', 'http://localhost:3000');
    (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setURL(href);
  };
  vi.stubGlobal('history', {
    get state() {
      return places[place]?.state;
    },
    pushState(state: unknown, _: string, url: string) {
      places = [...places.slice(0, place + 1), { url, state, document: places[place]?.document ?? 0 }];
      place += 1;
      show();
    },
    replaceState(state: unknown, _: string, url?: string) {
      places[place] = { ...(places[place] as Place), state, ...(url && { url }) };
      show();
    },
  });
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => delete frames[id - 1]);

  // What browsers keep of answers; happy-dom's requests do not know of it.
  const kept = new Map<string, Response>();
  const asksAnew = new WeakSet<Request>();
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(...[input, init]: ConstructorParameters<typeof Request>) {
        super(input, init);
        if (/no-|reload/.test(init?.cache ?? '')) asksAnew.add(this);
      }
    },
  );

  async function fetch(request: Request): Promise<Response> {
    // Browsers send nothing then.
    if (request.signal.aborted) throw request.signal.reason;
    const old = asksAnew.has(request) ? undefined : kept.get(request.url);
    if (old && request.method === 'GET') return old.clone();
    const id = sent++;
    waiting.set(id, undefined);
    const entry: Sent = { text: '', answer: 'never' };
    log.push(entry);
    const work = shop.handle(request);
    atWork.add(work);
    const { response, ...known } = await work;
    atWork.delete(work);
    Object.assign(entry, known);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(id);
        reject(request.signal.reason);
      };
      if (request.signal.aborted) return leave();
      request.signal.addEventListener('abort', leave);
      if (!response) return;
      waiting.set(id, () => {
        waiting.delete(id);
        if (response.type === 'error') return reject(new TypeError('Failed to fetch'));
        if (response.ok) kept.set(request.url, response.clone());
        resolve(response);
      });
    });
  }

  // What listens to the window goes with the page. React is not asked to tidy up: a browser does not either.
  let life = new AbortController();
  const listen = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) =>
    listen(type, listener, { signal: life.signal }),
  );

  function unload() {
    life.abort();
    life = new AbortController();
    document.body.replaceChildren();
    waiting.clear();
    frames = [];
    vi.clearAllTimers();
  }

  function load() {
    unload();
    const store = makeStore({
      alert: (text: string) => void log.push(`alert "${text}"`),
      reload() {
        log.push('reload');
        reloads = true;
      },
      fetch,
      localStorage,
    });
    followStoredToken(store.dispatch);
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <StrictMode>
        <BrowserRouter useTransitions={false}>
          <App store={store} />
        </BrowserRouter>
      </StrictMode>,
    );
  }

  /** Until nothing more happens without an answer or time. */
  async function flush() {
    // Twice, because what was done last may have set a timer for at once.
    for (let quiet = 0, turns = 0; quiet < 2; turns++) {
      if (turns === 1000) throw new Error('The page does not come to rest.');
      for (const frame of frames.splice(0)) frame?.(0);
      vi.advanceTimersByTime(0);
      await Promise.all(atWork);
      await macrotasks.turn();
      quiet = atWork.size || frames.length || macrotasks.pending() ? 0 : quiet + 1;
    }
  }

  async function pass(seconds: number) {
    // While requests are under way, each that is given up may bring the next one.
    for (let left = seconds; left > 0; ) {
      const step = waiting.size ? 1 : left;
      vi.advanceTimersByTime(step * 1000);
      left -= step;
      await flush();
    }
  }

  function goBy(by: number) {
    const before = places[place]?.document;
    place += by;
    show();
    const { state, document } = places[place] as Place;
    if (by === 0 || document !== before) load();
    else window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }

  function write(name: string, text: string) {
    const field = find(`field ${name}`) as HTMLInputElement;
    field.focus();
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function press(control: string) {
    const element = find(control);
    element?.focus();
    element?.click();
    // A second press, before anything has happened, does nothing.
    if (/^button (Add|Remove|Login|Signup)/.test(control)) element?.click();
  }

  async function act(step: Step) {
    switch (step.do) {
      case 'open':
        if (step.address !== places[place]?.url)
          places = [...places.slice(0, ++place), { url: step.address, state: null, document: ++documents }];
        return goBy(0);
      case 'go':
        return goBy(step.by);
      case 'press':
        return press(step.control);
      case 'write':
        for (const [name, text] of Object.entries(step.fields)) write(name, text);
        return step.control && press(step.control);
      case 'fault':
        return shop.use(step.fault);
      case 'store':
        if (step.token === null) localStorage.removeItem('token');
        else localStorage.setItem('token', step.token);
        return step.isHeard && window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      case 'wait':
        return pass(step.seconds);
    }
  }

  return {
    async take(step) {
      await act(step);
      await flush();
      if (!reloads) return;
      reloads = false;
      // While the new page is on its way, answers still come.
      for (const answer of [...waiting.values()]) answer?.();
      await flush();
      load();
      await flush();
    },
    async answer(id) {
      waiting.get(id)?.();
      await flush();
    },
    async rest() {
      while (waiting.size) {
        const [first] = [...waiting.values()].filter(Boolean);
        first?.();
        if (first) await flush();
        else await pass(1);
      }
    },
    async see() {
      return {
        ...look(),
        log: log.splice(0),
        address: window.location.pathname + window.location.search,
        historyLength: places.length,
        token: shop.label(localStorage.getItem('token')),
        underWay: [...waiting.keys()],
      };
    },
    async close() {
      unload();
      localStorage.clear();
      vi.unstubAllGlobals();
    },
  };
}
