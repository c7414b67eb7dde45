import { catalogue } from '../../mocks/catalogue';
import { screens } from '../../src/app/screens';

/** An address for each path. A parameter is the id of an item. */
const addressOf = (path: string) =>
  path === '*' ? '/nowhere' : path.replace(/:\w+/g, catalogue[0]?._id ?? '');

/** Headings by address. */
export const headings: Record<string, string> = Object.fromEntries(
  screens.map(({ path, heading }) => [addressOf(path), heading]),
);

export const notFoundHeading = headings['/nowhere'] ?? '';

export const homeHeading = headings['/'] ?? '';
