// Inlined into the head of every prerendered page. docs/architecture.md explains what runs before the bundle.
import { fillFields, hasFilters, parseFilters, toRequestPath } from '../../features/items/filters';
import type { Item } from '../../store/api.generated';
import { browser, holdFailureDuringUnload } from '../../store/browser';
import { prefetch } from '../../store/prefetch';
import { isValidToken } from '../../store/responses';
import { readToken } from '../../store/tokenStorage';
import { currentPage } from '../pageUrl';
import { prepareDocument } from '../prepareDocument';

type EarlyState = {
  page: string;
  clicked: HTMLButtonElement[];
  stopRecording: () => void;
  items?: Item[];
  hasBundleFailed?: boolean;
};

declare global {
  /** State passed to the bundle. Undefined in development, and as soon as the bundle runs. */
  var earlyState: EarlyState | undefined;
}

prepareDocument();
const filters = parseFilters(new URLSearchParams(location.search));
/** `submit`, because password managers submit forms without a click, for which Chromium cancels the bundle's request. */
const recordedEvents = ['click', 'submit'];
const state: EarlyState = {
  page: currentPage(),
  clicked: [],
  stopRecording() {
    for (const type of recordedEvents) removeEventListener(type, record, true);
  },
};
window.earlyState = state;
for (const type of recordedEvents) addEventListener(type, record, true);
// If the connection is slow or breaks within the page, the browser paints what has arrived.
setTimeout(() => document.querySelector('[rel=expect]')?.remove(), 1000);
// The first change, to `interactive`, means that the HTML is parsed. DOMContentLoaded would wait for the bundle.
document.addEventListener('readystatechange', fillForm, { once: true });
// In Chromium, following a link cancels the bundle's request. The notice would show until the next page responds.
holdFailureDuringUnload(untilBundleIsDue(), () => true).then(reportMissingBundle);

const token = readToken(browser);
const path = location.pathname.slice(import.meta.env.BASE_URL.length);
document.documentElement.classList.toggle('logged-in', token !== null);
document.documentElement.classList.toggle('filtered', hasFilters(filters));
if (path === 'items') window.prefetched = prefetch(toRequestPath(filters));
// A visitor's cart is prefetched, too, so that its refusal shows sooner. An invalid token is not sent: `fetch` could throw.
if (path === 'cart' && (token === null || isValidToken(token))) window.prefetched = prefetch('/cart', token);

function record(event: Event) {
  const target = event.target as Element;
  const button =
    target.closest<HTMLButtonElement>('#root button') ??
    (event.type === 'submit' && target.querySelector<HTMLButtonElement>('[type=submit]'));
  if (!button) return;
  event.preventDefault();
  // Not `stopImmediatePropagation`: `onNextAct` listens to the window, too.
  event.stopPropagation();
  // The pressed look shows that the click was taken. `finishHydration` ends it.
  button.classList.add('active');
  state.clicked.push(button);
}

/** Fills the filter form from the URL. */
function fillForm() {
  fillFields(document.querySelector('main form'), filters, 'defaultValue');
}

/** Resolves a second after the page is complete. By then the bundle has arrived, and its first timer (vite.config.ts) is over. */
function untilBundleIsDue(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'complete') setTimeout(resolve, 1000);
    });
  });
}

/**
 * Tells the shopper that the bundle has not run. Links still work. Not on an error event, because some causes have none, such as an
 * empty file.
 */
function reportMissingBundle() {
  if (!window.earlyState) return;
  const notice = document.createElement('p');
  notice.role = 'alert';
  notice.className = 'alert mt-3 mb-0';
  const link = document.createElement('a');
  // This page, without its fragment: a link to `#main` would only scroll.
  link.href = '';
  link.textContent = 'reload it';
  notice.append('This page could not be loaded completely. Please ', link, '.');
  document.querySelector('main')?.prepend(notice);
  // No script will handle clicks on buttons, and nothing is loading, except perhaps the first cards.
  state.hasBundleFailed = true;
  for (const button of document.querySelectorAll<HTMLButtonElement>('#root button')) button.disabled = true;
  document.querySelector('.cards-to-come')?.removeAttribute('style');
  const skeleton = document.querySelector('[aria-busy=true] > [aria-hidden]');
  if (!skeleton) return;
  skeleton.replaceChildren();
  skeleton.removeAttribute('aria-hidden');
  (skeleton.parentElement as Element).ariaBusy = 'false';
  const status = document.querySelector('main [role=status]');
  (status?.firstElementChild ?? status)?.replaceChildren();
}
