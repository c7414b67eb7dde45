import { type ReactNode, useCallback } from 'react';
import { matchRoutes } from 'react-router-dom';
import { LoginPage } from '../features/auth/LoginPage';
import { SignupPage } from '../features/auth/SignupPage';
import { CartPage } from '../features/cart/CartPage';
import { addItem } from '../features/cart/cartSlice';
import { ItemsPage } from '../features/items/ItemsPage';
import { useAppDispatch } from '../store/hooks';
import { HomePage } from './HomePage';
import { NotFoundPage } from './NotFoundPage';
import { type Screen, screens } from './screens';

const pages: Record<Screen['path'], ReactNode> = {
  '/': <HomePage />,
  '/signup': <SignupPage />,
  '/login': <LoginPage />,
  '/items': <ItemsRoute />,
  '/cart': <CartPage />,
  '*': <NotFoundPage />,
};

export const routes = screens.map((screen) => ({
  ...screen,
  element: pages[screen.path],
  caseSensitive: true,
}));

/** The screen at `pathname`, which includes `basename` if that is given. */
export const findScreen = (pathname: string, basename?: string) =>
  matchRoutes(routes, pathname, basename)?.[0]?.route;

/** Connects the list with the cart: features do not import each other. */
function ItemsRoute() {
  const dispatch = useAppDispatch();
  const handleAdd = useCallback((itemId: string) => dispatch(addItem(itemId)), [dispatch]);
  return <ItemsPage onAdd={handleAdd} />;
}
