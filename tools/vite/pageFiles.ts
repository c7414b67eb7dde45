import { screens } from '../../src/app/screens.ts';

/** The file of a screen's page: items.html for `/items`, orders-id.html for `/orders/:id`. Not items/index.html, for which servers would redirect to /items/. */
export function pageFile({ path }: { path: string }) {
  if (path === '/') return 'index.html';
  if (path === '*') return '404.html';
  return `${path.slice(1).replaceAll('/:', '-')}.html`;
}

export const hasParameter = (path: string) => path.includes(':');

/** Each screen's page file, and a regular expression for its path below the base path. Without the 404 page. */
export const pageRoutes = screens
  .filter(({ path }) => path !== '*')
  // Paths without a parameter first: /orders/new before /orders/:id.
  .toSorted((a, b) => Number(hasParameter(a.path)) - Number(hasParameter(b.path)))
  .map((screen) => ({ pattern: screen.path.slice(1).replace(/:\w+/g, '[^/]+'), file: pageFile(screen) }));
