import { type Screen, screens } from '../../src/app/screens.ts';

/** The file of a screen's page: `/items` is items.html, which static hosts serve without a redirect, and `/items/:id` is items-id.html. */
export function pageFile({ path }: { path: string }) {
  if (path === '/') return 'index.html';
  if (path === '*') return '404.html';
  return `${path.slice(1).replaceAll('/:', '-')}.html`;
}

export const hasParameter = ({ path }: { path: string }) => path.includes(':');

/** The routes of a server, in order of precedence: the address below the base path, as a regular expression, and the page's file. */
export const pageRoutes = screens
  .filter(({ path }) => path !== '*')
  // `/items/new` comes before `/items/:id`.
  .toSorted((a: Screen, b: Screen) => Number(hasParameter(a)) - Number(hasParameter(b)))
  .map((screen) => ({ address: screen.path.slice(1).replace(/:\w+/g, '[^/]+'), file: pageFile(screen) }));
