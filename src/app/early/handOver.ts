import { readFilters } from '../../features/items/filters';
import { provideItems } from '../../features/items/itemsSlice';
import type { Browser } from '../../store/browser';
import type { AppDispatch } from '../../store/state';

/** For the router: until React answers, the window is where the page was opened, whatever Back has done since. For that place its HTML was made. */
export const windowOfPage = {
  history,
  get location() {
    return window.early?.opened ?? location;
  },
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
} as Window;

/** The browser of the store. Its first request has the answer to the early call, if that asked for the same. */
export const withEarlyCall = (browser: Browser): Browser =>
  Object.create(browser, { fetch: { value: (it: Request) => takeAnswer(it) ?? browser.fetch(it) } });

function takeAnswer({ method, url, headers, signal }: Request) {
  const call = window.early?.call;
  delete window.early?.call;
  if (call?.asked !== [method, url, headers.get('authorization')].join(' ')) return call?.abort.abort();
  // Whoever waits for the answer hears of it.
  if (window.early?.isLeft) dispatchEvent(new Event('beforeunload'));
  signal.addEventListener('abort', () => call.abort.abort(signal.reason));
  return call.response;
}

/** The store has the list that is shown. None is drawn early any more. */
export function takeOverItems(dispatch: AppDispatch) {
  const { opened, items } = window.early ?? {};
  if (opened && items) dispatch(provideItems(readFilters(opened.searchParams), items));
  else if (window.early) window.early.items = [];
}

/** React answers from now on, and first what came before. */
export function answerEarly() {
  document.documentElement.classList.remove('early');
  const { opened, presses = [] } = window.early ?? {};
  delete window.early?.opened;
  window.onbeforeunload = null;
  for (const it of presses.splice(0))
    it.matches('select') ? it.dispatchEvent(new Event('change', { bubbles: true })) : it.click();
  // Back or Forward has come: the router reads where to.
  if (opened && opened.href !== location.href) dispatchEvent(new PopStateEvent('popstate'));
}
