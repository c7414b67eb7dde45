/**
 * Replaces `//items` and `/items/` in the address bar by `/items`, and the base path `/shop` by `/shop/`.
 * The browser would parse `//items` as a URL with the host `items`.
 */
export function normalizeAddress() {
  const base = import.meta.env.BASE_URL;
  const { pathname, search, hash } = location;
  const path = pathname.replace(/^\/+/, '/').replace(/\/$/, '');
  const normalized = `${path}/` === base ? base : path;
  if (normalized !== pathname) history.replaceState(history.state, '', normalized + search + hash);
}
