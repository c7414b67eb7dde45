import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { LoginPage } from '../features/auth/LoginPage';
import { SignupPage } from '../features/auth/SignupPage';
import { CartPage } from '../features/cart/CartPage';
import { useAddToCart } from '../features/cart/useAddToCart';
import { ItemsPage } from '../features/items/ItemsPage';
import { HomePage } from './HomePage';
import { NotFoundPage } from './NotFoundPage';
import { type Screen, screens } from './screens';

/** A card is a view, and features do not know each other: what Add does comes from here. */
const Items = () => <ItemsPage onAdd={useAddToCart()} />;

const pages: Record<Screen['path'], ReactNode> = {
  '/': <HomePage />,
  '/signup': <SignupPage />,
  '/login': <LoginPage />,
  '/items': <Items />,
  '/cart': <CartPage />,
  '*': <NotFoundPage />,
};

export const routes = screens.map((screen) => ({ ...screen, element: pages[screen.path] }));

/** The screen at an address; `basename` is what the address is under. */
export const findScreen = (pathname: string, basename?: string) =>
  matchRoutes(routes, pathname, basename)?.[0]?.route;
