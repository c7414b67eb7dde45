/** The absolute URL of an API path. Absolute, because a page URL with credentials makes every relative fetch fail. */
export const apiUrl = (path: string) => new URL(import.meta.env.VITE_API_BASE + path, location.href).href;
