import { SHOP_NAME, titleOf } from './brand.ts';

/** Each screen's path below the base path and its document title. `*` is every other address. */
export const screens = [
  { path: '/', title: SHOP_NAME },
  { path: '/signup', title: titleOf('Create Your Account') },
  { path: '/login', title: titleOf('Login to Your Account') },
  { path: '/items', title: titleOf('Items') },
  { path: '/cart', title: titleOf('Your Shopping Cart') },
  { path: '*', title: titleOf('Page not found') },
] as const;

export type Screen = (typeof screens)[number];
