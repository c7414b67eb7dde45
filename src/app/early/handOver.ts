import { type Location, UNSAFE_createBrowserHistory as makeHistory } from 'react-router-dom';
import { readFilters } from '../../features/items/filters';
import { provideItems } from '../../features/items/itemsSlice';
import type { Item } from '../../store/api.generated';
import type { Browser } from '../../store/browser';
import type { AppDispatch } from '../../store/state';

/** What a page has done before the bundle came: start.ts and cards.tsx fill it, and the bundle takes it over here. */
export type Early = {
  /** Where it was opened. */
  place: Location;
  /** Aborted when React answers. The links and buttons that were pressed are kept until then. */
  answered: AbortController;
  presses: HTMLElement[];
  /** The call that its screen will make when it opens. */
  call?: { url: string; authorization: string | null; response: Promise<Response>; abort: AbortController };
  /** Ends when the bundle may run. */
  turn?(): Promise<void> | undefined;
  /** Ends when the first cards are drawn, or cannot be. */
  drawn?: Promise<void>;
  /** The list that the page shows already. */
  items?: Item[];
  /** The page is on its way to another one. */
  isLeft?: true;
  /** The page draws no list, or, as the bundle is there, none any more. */
  isOver?: true;
};

declare global {
  interface Window {
    early?: Early;
  }
}

/** The answer to the early call, if this is the one that asks for the same; no other will. */
function takeAnswer({ method, url, headers, signal }: Request) {
  const call = window.early?.call;
  delete window.early?.call;
  const isSame = call?.url === url && call.authorization === headers.get('authorization');
  if (!call || !isSame || method !== 'GET') return call?.abort.abort();
  // Whoever waits for the answer hears of it.
  if (window.early?.isLeft) dispatchEvent(new Event('beforeunload'));
  signal.addEventListener('abort', () => call.abort.abort(signal.reason));
  return call.response;
}

export const withEarlyCall = (browser: Browser): Browser =>
  Object.create(browser, {
    fetch: { value: (request: Request) => takeAnswer(request) ?? browser.fetch(request) },
  });

/** The browser's history, at first where the page was opened, whatever Back has done since: for that place it was made. */
export function historyOfPage() {
  const history = makeHistory({ v5Compat: true });
  return { ...history, location: window.early?.place ?? history.location };
}

export function takeOverItems(dispatch: AppDispatch) {
  const { early } = window;
  if (early) early.isOver = true;
  if (!early?.items) return;
  delete early.call;
  dispatch(provideItems(readFilters(new URLSearchParams(early.place.search)), early.items));
}

/** React answers from now on, and first what came before. */
export function answerEarly() {
  document.documentElement.classList.remove('early');
  const { early } = window;
  early?.answered.abort();
  for (const pressed of early?.presses.splice(0) ?? []) pressed.click();
  // Back or Forward has come: the router reads where to.
  if (early && early.place.key !== (history.state?.key ?? 'default'))
    dispatchEvent(new PopStateEvent('popstate'));
}
