import { replaceHistoryEntry } from '../store/browser';

/**
 * Rewrites the URL in the address bar: `//items` and `/items/` become `/items`, the base path `/shop` becomes `/shop/`.
 * The router could use `//items` as a relative URL, which means the host `items`.
 */
export function normalizeUrl() {
  const base = import.meta.env.BASE_URL;
  const { pathname, search, hash } = location;
  const path = pathname.replace(/^\/+/, '/').replace(/\/$/, '');
  const normalized = `${path}/` === base ? base : path;
  if (normalized !== pathname) replaceHistoryEntry(history.state, normalized + search + hash);
}

/** Identifies the page that the URL shows. Without the hash: the skip link changes it, and stays on the page. */
export const currentPage = () => location.pathname + location.search;
