import type { Screen } from '../src/app/screens.ts';

/** The screen's page in a build: `/items` is items.html, which static hosts answer without a redirect. */
export const fileOf = ({ path }: Screen) =>
  path === '/' ? 'index.html' : path === '*' ? '404.html' : `${path.slice(1)}.html`;
