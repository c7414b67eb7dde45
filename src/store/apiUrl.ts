/** The absolute URL of an API path. If the page URL has credentials, a relative URL would inherit them, and `fetch` would throw. */
export const apiUrl = (path: string) => new URL(import.meta.env.VITE_API_BASE + path, location.origin).href;

/**
 * The query string of a page or a request, or '' if no parameter is set. With `%20` for a space: express-openapi-validator
 * refuses `+`, and some backends do not decode it.
 */
export function toSearch(params: object): string {
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined);
  return pairs.length ? `?${String(new URLSearchParams(pairs)).replaceAll('+', '%20')}` : '';
}
