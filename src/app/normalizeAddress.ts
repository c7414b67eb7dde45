/** Replaces `//items` and `/items/` in the address bar by `/items`. To the browser, `//items` is the name of a host. */
export function normalizeAddress() {
  const { pathname, search, hash } = location;
  const path = pathname.replace(/^\/+/, '/');
  const normalized = path === import.meta.env.BASE_URL ? path : path.replace(/\/$/, '');
  if (normalized !== pathname) history.replaceState(history.state, '', normalized + search + hash);
}
