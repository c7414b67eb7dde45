import { loadEnv } from 'vite';

/** Where the store calls the API, without a trailing slash: API paths start with one. */
export const readApiBase = (mode: string) => (loadEnv(mode, '.').VITE_API_BASE ?? '').replace(/\/$/, '');
