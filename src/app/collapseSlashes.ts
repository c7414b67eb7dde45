/** Replaces `//items` in the address bar by `/items`: to the browser, two slashes begin the name of another host. */
export function collapseSlashes() {
  const { pathname, search, hash } = location;
  const path = pathname.replace(/^\/+/, '/');
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}
