/** Each screen's path below the base path and its document title. `*` is every other address. */
export const screens = [
  { path: '/', title: 'Our Store' },
  { path: '/signup', title: 'Create Your Account · Our Store' },
  { path: '/login', title: 'Login to Your Account · Our Store' },
  { path: '/items', title: 'Items · Our Store' },
  { path: '/cart', title: 'Your Shopping Cart · Our Store' },
  { path: '*', title: 'Page not found · Our Store' },
] as const;

export type Screen = (typeof screens)[number];
