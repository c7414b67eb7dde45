// `./brand.ts` with its extension: vite.config.ts loads this file, and Vite warns there about imports without one.
import { documentTitle, SHOP_NAME } from './brand.ts';

/** Each screen's path below the base path and its document title. `*` matches every other path. */
export const screens = [
  { path: '/', title: SHOP_NAME },
  { path: '/signup', title: documentTitle('Create Your Account') },
  { path: '/login', title: documentTitle('Login to Your Account') },
  { path: '/items', title: documentTitle('Items') },
  { path: '/cart', title: documentTitle('Your Shopping Cart') },
  { path: '*', title: documentTitle('Page not found') },
] as const;

export type Screen = (typeof screens)[number];
