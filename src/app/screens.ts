// `./brand.ts` with its extension: vite.config.ts loads this file, and Vite warns there about imports without one.
import { SHOP_NAME } from './brand.ts';

/** Each screen. `*` matches every other path. `description` is for search engines. */
export const screens = [
  {
    path: '/',
    heading: `Welcome to ${SHOP_NAME}!`,
    description: 'Browse our items and manage your cart easily.',
  },
  {
    path: '/signup',
    heading: 'Create Your Account',
    description: 'Create an account with your name and email, and start filling your cart.',
  },
  {
    path: '/login',
    heading: 'Login to Your Account',
    description: 'Log in to find your cart as you left it.',
  },
  {
    path: '/items',
    heading: 'Explore Our Items',
    description: 'All our items with their prices, and filters to find yours.',
  },
  {
    path: '/cart',
    heading: 'Your Shopping Cart',
    description: 'The items in your cart and their total price.',
    isPrivate: true,
  },
  { path: '*', heading: 'Page not found', description: 'There is nothing at this address.' },
] as const satisfies ScreenInfo[];

type ScreenInfo = {
  /** Below the base path. */
  path: string;
  /** The text of the page's `<h1>`, and of its document title. A page with a parameter may render both itself. */
  heading: string;
  description: string;
  /** Whether robots.txt keeps search engines out. */
  isPrivate?: boolean;
};

export type Screen = (typeof screens)[number];

export const documentTitle = ({ path, heading }: Pick<ScreenInfo, 'path' | 'heading'>) =>
  path === '/' ? SHOP_NAME : `${heading} · ${SHOP_NAME}`;
