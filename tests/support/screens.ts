import { screens } from '../../src/app/screens';

/** An address for each path. */
const addressOf = (path: string) => (path === '*' ? '/nowhere' : path.replace(/:\w+/g, '1'));

/** Headings by address. */
export const headings: Record<string, string> = Object.fromEntries(
  screens.map(({ path, heading }) => [addressOf(path), heading]),
);

export const notFoundHeading = headings['/nowhere'] ?? '';

export const homeHeading = headings['/'] ?? '';
