import type { Screen } from '../../src/app/screens';

/** A real address of a screen: something stands in the place of a parameter. */
type Address<Path> = Path extends '*'
  ? '/nowhere'
  : Path extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : Path;

/** What a shopper reads on each screen, as heading and as title of the tab. A new screen does not compile without its row. */
const screens: { [Path in Screen['path']]: { address: Address<Path>; heading: string; title: string } } = {
  '/': { address: '/', heading: 'Welcome to Our Store!', title: 'Our Store' },
  '/signup': {
    address: '/signup',
    heading: 'Create Your Account',
    title: 'Create Your Account · Our Store',
  },
  '/login': {
    address: '/login',
    heading: 'Login to Your Account',
    title: 'Login to Your Account · Our Store',
  },
  '/items': { address: '/items', heading: 'Explore Our Items', title: 'Items · Our Store' },
  '/cart': { address: '/cart', heading: 'Your Shopping Cart', title: 'Your Shopping Cart · Our Store' },
  '*': { address: '/nowhere', heading: 'Page not found', title: 'Page not found · Our Store' },
};

/** The same by address. */
export const screenTexts = Object.fromEntries(Object.values(screens).map((row) => [row.address, row]));

export const headings = Object.fromEntries(
  Object.values(screens).map(({ address, heading }) => [address, heading]),
);

/** The addresses of the screens without a parameter: such a screen mostly loads what it shows. */
export const fixedAddresses = Object.entries(screens).flatMap(([path, { address }]) =>
  path.includes(':') ? [] : [address],
);

export const notFound = screens['*'];
