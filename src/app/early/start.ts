import { readToken } from '../../features/auth/tokenStorage';
import { readFilters, toQuery, toSearch } from '../../features/items/filters';
import { addressOf } from '../../store/address';
import { isToken } from '../../store/answers';
import type { Early } from './handOver';

/** Inlined into every page of a production build: sends the screen's call, keeps presses for the bundle, and starts it. */
const early: Early = { presses: [], stop: () => removeEventListener('click', keepPress) };
window.early = early;
addEventListener('click', keepPress);

function keepPress(event: Event) {
  // Other scripts of the page, such as an extension's, have buttons of their own.
  const button = (event.target as Element).closest<HTMLButtonElement>('#root button');
  if (!button) return;
  // A form would be sent to the page's own address.
  event.preventDefault();
  early.presses.push(button);
}

/** How long the bundle waits for the first cards, in ms, so that it does not run in front of them. */
const PATIENCE = 600;

addEventListener('DOMContentLoaded', async () => {
  await new Promise<void>((resolve) => {
    // After a frame: what the page shows already comes first.
    Promise.resolve(early.drawn).then(() => requestAnimationFrame(() => setTimeout(resolve)));
    setTimeout(resolve, PATIENCE);
  });
  const { href } = document.querySelector('link[rel=modulepreload]') as HTMLLinkElement;
  import(/* @vite-ignore */ href).catch(() => {
    // Without a word the page would look alive, and answer nothing.
    const notice = document.createElement('p');
    notice.role = 'alert';
    notice.textContent = 'This page could not be loaded completely. Please reload it.';
    document.querySelector('main')?.prepend(notice);
  });
});

const screen = location.pathname.slice(import.meta.env.BASE_URL.length);
if (screen === 'items') {
  const filters = readFilters(new URLSearchParams(location.search));
  send(addressOf(`/items${toSearch(toQuery(filters))}`), null);
} else if (screen === 'cart') {
  const token = readToken(window);
  if (!token || isToken(token)) send(addressOf('/cart'), token && `Bearer ${token}`);
}

function send(url: string, authorization: string | null) {
  const abort = new AbortController();
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  const response = fetch(url, { headers, signal: abort.signal });
  // Whoever takes the answer sees its failure.
  response.catch(() => {});
  early.call = { url, authorization, response, abort };
}
