import { readFilters, toQuery, toSearch } from '../../features/items/filters';
import { addressOf } from '../../store/address';
import { isToken } from '../../store/answers';
import type { Item } from '../../store/api.generated';
import { readToken } from '../../store/tokenStorage';

/** Inlined into every page of a production build: paints it whole, sends its call, and keeps presses until React answers. */
const path = location.pathname.slice(import.meta.env.BASE_URL.length).replace(/\/$/, '');
// React finds the screens at addresses without a slash at their end, but for the base path, which has one.
history.replaceState(history.state, '', import.meta.env.BASE_URL + path + location.search + location.hash);

/** What the bundle takes over: where the page was opened, what was pressed since, the call that its screen will make, and the list that it shows. */
const page = { opened: new URL(location.href), presses: [] as HTMLElement[], isLeft: false };
declare global {
  var early: Partial<typeof page & { call: ReturnType<typeof sendCall>; items: Item[] }> | undefined;
}

document.documentElement.classList.toggle('shopper', readToken(window) !== null);

// Before they are painted, fields hold what the address says. React says the same, and leaves what is written by then.
const reading = new MutationObserver(() => {
  for (const field of document.querySelectorAll<HTMLInputElement>('form:not([method]) [name]')) {
    const value = !page.presses.includes(field) && page.opened.searchParams.get(field.name)?.trim();
    if (value) Object.assign(field, { [field.matches('select') ? 'value' : 'defaultValue']: value });
  }
});
reading.observe(document, { childList: true, subtree: true });

for (const it of ['click', 'change'] as const) addEventListener(it, keepPress, { capture: true });
function keepPress(event: Event & Partial<MouseEvent>) {
  // Other scripts of the page, such as an extension's, have buttons of their own.
  const pressable = '.early:not(.alone) #root a, .early #root button';
  const kept = event.type === 'click' ? pressable : '.early #root select';
  const pressed = (event.target as Element).closest?.<HTMLElement>(kept);
  const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!pressed || (isForNewTab && pressed.matches('a'))) return;
  // Nothing else may follow: a form would be sent to the page's own address.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === 'click' || !page.presses.includes(pressed)) page.presses.push(pressed);
}
// Left before React answered, and restored: nothing in it holds any more.
addEventListener('pageshow', ({ persisted }) => persisted && page.opened && location.reload());
window.onbeforeunload = () => void Object.assign(page, { isLeft: true });

addEventListener('DOMContentLoaded', async () => {
  reading.disconnect();
  // Not in front of the first paint. Out of sight, there are no frames.
  await new Promise<void>((go) => (document.hidden ? go() : requestAnimationFrame(() => setTimeout(go))));
  const { href } = document.querySelector('link[rel=modulepreload]') as HTMLLinkElement;
  import(/* @vite-ignore */ href).catch(() => {
    // Without a word the page would look alive, and answer nothing. Its links lead on.
    const textContent = 'This page could not be loaded completely. Please reload it.';
    const notice = Object.assign(document.createElement('p'), { role: 'alert', textContent });
    document.querySelector('main')?.prepend(notice);
    document.documentElement.classList.add('alone');
    page.presses.find((it) => it.matches('a'))?.click();
  });
});

window.early = Object.assign(page, { call: sendCall() });
function sendCall() {
  const token = path === 'cart' ? readToken(window) : null;
  const query = path === 'items' ? toSearch(toQuery(readFilters(page.opened.searchParams))) : '';
  if (!['items', 'cart'].includes(path) || (token && !isToken(token))) return;
  const url = addressOf(`/${path}${query}`);
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const abort = new AbortController();
  const response = fetch(url, { headers, signal: abort.signal, cache: 'no-cache' });
  // Whoever takes it sees its failure.
  response.catch(() => {});
  return { asked: ['GET', url, headers.authorization].join(' '), response, abort };
}
