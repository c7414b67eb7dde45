import { type Screen, screens } from '../src/app/screens.ts';

/** The screen's page in a build: `/items` is items.html, which static hosts answer without a redirect, and `/items/:id` items-id.html. */
export const fileOf = ({ path }: { path: string }) =>
  path === '/' ? 'index.html' : path === '*' ? '404.html' : `${path.slice(1).replaceAll('/:', '-')}.html`;

export const hasParameter = ({ path }: { path: string }) => path.includes(':');

/** The addresses of the screens under the store's base path, as regular expressions, and their pages; `/items/new` comes before `/items/:id`. */
export const pages = screens
  .filter(({ path }) => path !== '*')
  .toSorted((a: Screen, b: Screen) => Number(hasParameter(a)) - Number(hasParameter(b)))
  .map((screen) => ({ address: screen.path.slice(1).replace(/:\w+/g, '[^/]+'), file: fileOf(screen) }));
