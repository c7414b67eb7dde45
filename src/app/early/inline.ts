// Inlined into the head of every prerendered page. docs/architecture.md explains what runs before the bundle.
import { parseFilters, toQuery, toSearch } from '../../features/items/filters';
import type { Items } from '../../features/items/itemsApi';
import { prefetch } from '../../store/prefetch';
import { isToken } from '../../store/responses';
import { readToken } from '../../store/tokenStorage';
import { normalizeAddress } from '../normalizeAddress';

declare global {
  /** What the bundle takes over. Undefined in development, and again once the page is interactive. */
  var early: (typeof state & { items?: Items; isBundleRunning?: boolean }) | undefined;
}

normalizeAddress();
const listeners = new AbortController();
const state = { href: location.href, clicks: [] as HTMLElement[], listeners };
window.early = state;
addEventListener('click', keepClick, { capture: true, signal: listeners.signal });
addEventListener('error', handleLoadError, { capture: true, signal: listeners.signal });
document.addEventListener('readystatechange', fillFields, { once: true });

const token = readToken({ getStorage: () => localStorage });
const filters = parseFilters(new URLSearchParams(location.search));
const screen = location.pathname.slice(import.meta.env.BASE_URL.length);
document.documentElement.classList.toggle('logged-in', token !== null);
if (screen === 'items') window.prefetched = prefetch(`/items${toSearch(toQuery(filters))}`);
if (screen === 'cart' && (token === null || isToken(token))) window.prefetched = prefetch('/cart', token);

function keepClick(event: MouseEvent) {
  const button = (event.target as Element).closest<HTMLElement>('#root button');
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  state.clicks.push(button);
}

/** Shows the filters of the address as default values, which hydration keeps. */
function fillFields() {
  for (const [name, value] of Object.entries(filters)) {
    const input = document.querySelector<HTMLInputElement>(`form input[name=${name}]`);
    if (input) input.defaultValue = value;
    const select = `form select[name=${name}]`;
    const option = document.querySelector<HTMLOptionElement>(`${select} option[value=${CSS.escape(value)}]`);
    if (option) option.selected = true;
  }
}

/** Tells the shopper that the bundle failed to load or to start. Links still work. */
function handleLoadError({ target, filename }: ErrorEvent) {
  const bundle = document.querySelector<HTMLScriptElement>('script[type=module]');
  const isBundle = bundle !== null && (target === bundle || filename === bundle.src);
  if (!isBundle || !window.early || window.early.isBundleRunning) return;
  const notice = document.createElement('p');
  notice.role = 'alert';
  notice.textContent = 'This page could not be loaded completely. Please reload it.';
  document.querySelector('main')?.prepend(notice);
}
