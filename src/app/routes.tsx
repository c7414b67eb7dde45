import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { LoginPage } from '../features/auth/LoginPage';
import { SignupPage } from '../features/auth/SignupPage';
import { CartPage } from '../features/cart/CartPage';
import { HomePage } from './HomePage';
import { NotFoundPage } from './NotFoundPage';
import { type Screen, screens } from './screens';

/** But for the list's: `App` always draws that, because it stays when another screen is shown. */
const pages: Record<Screen['path'], ReactNode> = {
  '/': <HomePage />,
  '/signup': <SignupPage />,
  '/login': <LoginPage />,
  '/items': null,
  '/cart': <CartPage />,
  '*': <NotFoundPage />,
};

export const routes = screens.map((screen) => ({ ...screen, element: pages[screen.path] }));

/** The screen at an address; `basename` is what the address is under. */
export const findScreen = (pathname: string, basename?: string) =>
  matchRoutes(routes, pathname, basename)?.[0]?.route;
