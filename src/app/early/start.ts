import { readFilters, toQuery, toSearch } from '../../features/items/filters';
import { addressOf } from '../../store/address';
import { isToken } from '../../store/answers';
import { readToken } from '../../store/tokenStorage';
import type { Early } from './handOver';

/** Inlined into every page of a production build: paints it whole, sends its call, and keeps presses until React answers. */
const answered = new AbortController();
const { signal } = answered;
const { BASE_URL } = import.meta.env;
// The home page was made for the base path with its slash, any other for an address without one at its end, and React would find another page.
if (`${location.pathname}/` === BASE_URL)
  history.replaceState(null, '', BASE_URL + location.search + location.hash);
else if (location.pathname.endsWith('/') && location.pathname !== BASE_URL)
  history.replaceState(null, '', location.href.replace(/\/(?=[?#]|$)/, ''));
const { pathname, search, hash } = location;
const place = { pathname, search, hash, state: null, key: history.state?.key ?? 'default' };
const early: Early = { place, answered, presses: [] };
window.early = early;
addEventListener('beforeunload', () => Object.assign(early, { isLeft: true }), { signal });

const showSession = () => document.documentElement.classList.toggle('shopper', readToken(window) !== null);
showSession();
addEventListener('storage', showSession, { signal });

// Before they are painted, fields hold what the address says. React says the same, and leaves what is written by then.
const reading = new MutationObserver(() => {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form:not([method]) [name]');
  for (const field of fields) {
    const value = new URLSearchParams(search).get(field.name)?.trim();
    if (value) Object.assign(field, field instanceof HTMLInputElement ? { defaultValue: value } : { value });
  }
});
reading.observe(document, { childList: true, subtree: true });

let kept = '#root a, #root button';
addEventListener('click', keepPress, { capture: true, signal });
function keepPress(event: MouseEvent) {
  // Other scripts of the page, such as an extension's, have buttons of their own.
  const pressed = (event.target as Element).closest<HTMLElement>(kept);
  const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!pressed || (isForNewTab && pressed.matches('a'))) return;
  // Nothing else may follow: a form would be sent to the page's own address.
  event.preventDefault();
  event.stopImmediatePropagation();
  early.presses.push(pressed);
}
// Left before React answered, and restored: nothing in it holds any more.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });

/** Ends when what the page shows is painted. Out of sight, there are no frames. */
const paint = () =>
  new Promise<void>((go) => (document.hidden ? go() : requestAnimationFrame(() => setTimeout(go))));

addEventListener('DOMContentLoaded', async () => {
  reading.disconnect();
  await paint();
  const { href } = document.querySelector('link[rel=modulepreload]') as HTMLLinkElement;
  import(/* @vite-ignore */ href).catch(() => {
    // Without a word the page would look alive, and answer nothing. Its links lead on.
    const notice = document.createElement('p');
    notice.role = 'alert';
    notice.textContent = 'This page could not be loaded completely. Please reload it.';
    document.querySelector('main')?.prepend(notice);
    kept = '#root button';
    early.presses.find((it) => it.matches('a'))?.click();
  });
});

const screen = pathname.slice(BASE_URL.length);
if (screen === 'items') {
  const filters = readFilters(new URLSearchParams(search));
  // What else the address says, a sorting perhaps, React alone knows how to draw.
  if (toSearch({}, search)) early.isOver = true;
  send(addressOf(`/items${toSearch(toQuery(filters))}`), null);
} else if (screen === 'cart') {
  const token = readToken(window);
  if (!token || isToken(token)) send(addressOf('/cart'), token && `Bearer ${token}`);
}

function send(url: string, authorization: string | null) {
  const abort = new AbortController();
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  const response = fetch(url, { headers, signal: abort.signal, cache: 'no-cache' });
  // Once it is there, the bundle waits for what is drawn of it. Whoever takes it sees its failure.
  const settle = () => Object.assign(early, { turn: () => early.drawn?.then(paint) });
  response.then(settle, settle);
  early.call = { url, authorization, response, abort };
}
