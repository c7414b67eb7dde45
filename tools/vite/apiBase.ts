import { loadEnv } from 'vite';

/** The path or URL of the API, without a trailing slash, because the path of each call starts with a slash. */
export function readApiBase(mode: string): string {
  const base = (loadEnv(mode, '.').VITE_API_BASE ?? '').replace(/\/$/, '');
  // Without its scheme, an address would be a path of the store's own origin, and every call would fail. At the root, calls would
  // have the addresses of pages. CI passes an empty variable if a setting is missing.
  if (!/^(https?:\/\/|\/)[^\s/?#"][^\s?#"]*$/.test(base))
    throw new Error(
      `VITE_API_BASE must be a path or a URL, such as /api or https://api.example.com/api, not "${base}"`,
    );
  return base;
}

/** API_TARGET without a trailing `/` or `/api`. Undefined if it is not set. */
export function readApiTarget(): string | undefined {
  const target = process.env.API_TARGET;
  if (target && !/^https?:\/\/./.test(target))
    throw new Error(`API_TARGET must be a URL, such as http://localhost:4000, not ${target}`);
  return target?.replace(/\/(api\/?)?$/, '');
}
