import { readToken } from '../../features/auth/tokenStorage';
import { readFilters, toQuery } from '../../features/items/filters';
import { isToken } from '../../store/answers';
import { browser } from '../../store/browser';
import type { Early } from './handOver';

/** Inlined into every page of a production build: sends the screen's call, and keeps presses for the bundle. */
const presses: HTMLButtonElement[] = [];

function keepPress(event: Event) {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  // A form would be sent to the page's own address.
  event.preventDefault();
  presses.push(button);
}

addEventListener('click', keepPress);
const early: Early = { presses, stop: () => removeEventListener('click', keepPress) };
window.early = early;

addEventListener(
  'error',
  ({ target }) => {
    // The bundle did not come: without a word the page would look alive, and answer nothing.
    if (!(target instanceof HTMLScriptElement)) return;
    const notice = document.createElement('p');
    notice.role = 'alert';
    notice.textContent = 'This page could not be loaded completely. Please reload it.';
    document.querySelector('main')?.prepend(notice);
  },
  true,
);

const screen = location.pathname.slice(import.meta.env.BASE_URL.length);
if (screen === 'items') {
  const filters = readFilters(new URLSearchParams(location.search));
  const query = String(new URLSearchParams(toQuery(filters) as Record<string, string>));
  send(`${import.meta.env.VITE_API_BASE}/items${query && `?${query}`}`, null);
} else if (screen === 'cart') {
  const token = readToken(browser);
  if (!token || isToken(token)) send(`${import.meta.env.VITE_API_BASE}/cart`, token && `Bearer ${token}`);
}

function send(path: string, authorization: string | null) {
  const abort = new AbortController();
  const { href: url } = new URL(path, location.href);
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  const response = fetch(url, { headers, signal: abort.signal });
  // Whoever takes the answer sees its failure.
  response.catch(() => {});
  early.call = { url, authorization, response, abort };
}
