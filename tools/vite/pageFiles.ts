import { screens } from '../../src/app/screens.ts';

/** The file of a screen's page: items.html for `/items`, items-id.html for `/items/:id`. Not items/index.html, for which servers would redirect to /items/. */
export function pageFile({ path }: { path: string }) {
  if (path === '/') return 'index.html';
  if (path === '*') return '404.html';
  return `${path.slice(1).replaceAll('/:', '-')}.html`;
}

export const hasParameter = (path: string) => path.includes(':');

/** The screens' page files, with URL patterns below the base path (regular expressions), most specific first. */
export const pageRoutes = screens
  .filter(({ path }) => path !== '*')
  // `/items/new` comes before `/items/:id`.
  .toSorted((a, b) => Number(hasParameter(a.path)) - Number(hasParameter(b.path)))
  .map((screen) => ({ pattern: screen.path.slice(1).replace(/:\w+/g, '[^/]+'), file: pageFile(screen) }));
