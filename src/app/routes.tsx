import { type ComponentType, useCallback } from 'react';
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

type PageProps = { heading: string };

const pages: Record<Screen['path'], ComponentType<PageProps>> = {
  '/': HomePage,
  '/signup': SignupPage,
  '/login': LoginPage,
  '/items': ItemsRoute,
  '/cart': CartPage,
  '*': NotFoundPage,
};

export const routes = screens.map((screen) => {
  const Page = pages[screen.path];
  return { ...screen, element: <Page heading={screen.heading} />, caseSensitive: true };
});

const notFound = routes.find(({ path }) => path === '*') as (typeof routes)[number];

/** The screen at `pathname`, which includes `basename` if that is given. */
export const findScreen = (pathname: string, basename?: string) =>
  // React Router's `*` does not match a line break.
  matchRoutes(routes, pathname, basename)?.[0]?.route ?? notFound;

/** Connects the list with the cart: features do not import each other. */
function ItemsRoute({ heading }: PageProps) {
  const dispatch = useAppDispatch();
  const handleAdd = useCallback((itemId: string) => dispatch(addItem(itemId)), [dispatch]);
  return <ItemsPage heading={heading} onAdd={handleAdd} />;
}
