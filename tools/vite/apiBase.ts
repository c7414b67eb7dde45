import { loadEnv } from 'vite';

/** The path or URL of the API, without a trailing slash, because the path of each call starts with a slash. */
export const readApiBase = (mode: string) => (loadEnv(mode, '.').VITE_API_BASE ?? '').replace(/\/$/, '');

/** API_TARGET without a trailing `/` or `/api`. Undefined if it is not set. */
export function readApiTarget(): string | undefined {
  const target = process.env.API_TARGET;
  if (target && !/^https?:\/\/./.test(target))
    throw new Error(`API_TARGET must be a URL, such as http://localhost:4000, not ${target}`);
  return target?.replace(/\/(api\/?)?$/, '');
}
