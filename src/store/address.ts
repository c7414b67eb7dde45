/** The address of the API's `path`. Absolute: in a page whose own address has a name and a password, a relative one cannot be asked for. */
export const addressOf = (path: string) => new URL(import.meta.env.VITE_API_BASE + path, location.href).href;
