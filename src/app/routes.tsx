import type { ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { LoginPage } from '../features/auth/LoginPage';
import { SignupPage } from '../features/auth/SignupPage';
import { CartPage } from '../features/cart/CartPage';
import { ItemsPage } from '../features/items/ItemsPage';
import { HomePage } from './HomePage';
import { NotFoundPage } from './NotFoundPage';

export type Screen = { path: string; title: string; page: ReactNode };

/** The screens and their document titles; the last one is for every other address. */
export const screens: Screen[] = [
  { path: '/', title: 'Our Store', page: <HomePage /> },
  { path: '/signup', title: 'Create Your Account · Our Store', page: <SignupPage /> },
  { path: '/login', title: 'Login to Your Account · Our Store', page: <LoginPage /> },
  { path: '/items', title: 'Items · Our Store', page: <ItemsPage /> },
  { path: '/cart', title: 'Your Shopping Cart · Our Store', page: <CartPage /> },
  { path: '*', title: 'Page not found · Our Store', page: <NotFoundPage /> },
];

/** The screen at an address without the base path. */
export const findScreen = (pathname: string) =>
  screens.find(({ path }) => matchPath(path, pathname)) as Screen;

export const useScreen = () => findScreen(useLocation().pathname);
