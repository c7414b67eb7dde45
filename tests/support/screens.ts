import type { Screen } from '../../src/app/screens';

type Address = Exclude<Screen['path'], '*'> | '/nowhere';

/** What a shopper reads at each address, as heading and as title of the tab. A new screen does not compile without its row. */
export const screenTexts: Record<Address, { heading: string; title: string }> = {
  '/': { heading: 'Welcome to Our Store!', title: 'Our Store' },
  '/signup': { heading: 'Create Your Account', title: 'Create Your Account · Our Store' },
  '/login': { heading: 'Login to Your Account', title: 'Login to Your Account · Our Store' },
  '/items': { heading: 'Explore Our Items', title: 'Items · Our Store' },
  '/cart': { heading: 'Your Shopping Cart', title: 'Your Shopping Cart · Our Store' },
  '/nowhere': { heading: 'Page not found', title: 'Page not found · Our Store' },
};

export const headings = Object.fromEntries(
  Object.entries(screenTexts).map(([address, { heading }]) => [address, heading]),
);
