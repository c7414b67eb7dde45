import { documentTitle, SHOP_NAME } from '../../src/app/brand';
import type { Screen } from '../../src/app/screens';

/** An address of a screen, with a value for its parameter. */
type Address<Path> = Path extends '*'
  ? '/nowhere'
  : Path extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : Path;

/** The heading and the document title of each screen. */
const screens: { [Path in Screen['path']]: { address: Address<Path>; heading: string; title: string } } = {
  '/': { address: '/', heading: `Welcome to ${SHOP_NAME}!`, title: SHOP_NAME },
  '/signup': {
    address: '/signup',
    heading: 'Create Your Account',
    title: documentTitle('Create Your Account'),
  },
  '/login': {
    address: '/login',
    heading: 'Login to Your Account',
    title: documentTitle('Login to Your Account'),
  },
  '/items': { address: '/items', heading: 'Explore Our Items', title: documentTitle('Items') },
  '/cart': { address: '/cart', heading: 'Your Shopping Cart', title: documentTitle('Your Shopping Cart') },
  '*': { address: '/nowhere', heading: 'Page not found', title: documentTitle('Page not found') },
};

/** The same, by address. */
export const screenTexts = Object.fromEntries(Object.values(screens).map((row) => [row.address, row]));

export const headings = Object.fromEntries(
  Object.values(screens).map(({ address, heading }) => [address, heading]),
);

export const notFound = screens['*'];

export const homeHeading = screens['/'].heading;
