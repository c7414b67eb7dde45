import { screens } from '../../src/app/screens';

/** Headings by address. Without the screens whose path has a parameter: their headings may come from data. */
export const headings: Record<string, string> = Object.fromEntries(
  screens
    .filter(({ path }) => !path.includes(':'))
    .map(({ path, heading }) => [path === '*' ? '/nowhere' : path, heading]),
);

export const notFoundHeading = headings['/nowhere'] ?? '';

export const homeHeading = headings['/'] ?? '';
