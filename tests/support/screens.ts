import { screens } from '../../src/app/screens';

/** An address for each path. */
const addressOf = (path: string) => (path === '*' ? '/nowhere' : path.replace(/:\w+/g, '1'));

/** The screens with an address each. */
export const addresses = screens.map((screen) => ({ ...screen, address: addressOf(screen.path) }));

/** Headings by address. */
export const headings: Record<string, string> = Object.fromEntries(
  addresses.map(({ address, heading }) => [address, heading]),
);

export const notFoundHeading = headings['/nowhere'] ?? '';

export const homeHeading = headings['/'] ?? '';
