/** The absolute URL of an API path. If the page URL has credentials, a relative URL would inherit them, and `fetch` would throw. */
export const apiUrl = (path: string) => new URL(import.meta.env.VITE_API_BASE + path, location.origin).href;
