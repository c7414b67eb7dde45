import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/App';
import { type Screen, screens } from '../src/app/screens';
import { makeStore } from '../src/app/store';
import { type Card, toCard } from '../src/features/items/card';
import { ItemCard } from '../src/features/items/ItemCard';
import { browser } from '../src/store/browser';
import { fileOf } from './fileOf';

/** How search engines and messengers describe a screen. Here, because only its page says it, not the bundle. */
const descriptions: Record<Screen['path'], string> = {
  '/': 'Browse our items and manage your cart easily.',
  '/signup': 'Create an account with your name and email, and start filling your cart.',
  '/login': 'Log in to find your cart as you left it.',
  '/items': 'All our items with their prices. Filter them by price and category.',
  '/cart': 'What you have put in your cart, and what it comes to.',
  '*': 'There is nothing at this address.',
};

/** A page for each screen: its file in dist/, what it says of itself, and markup from before anything is loaded. Runs in the build. */
export const renderPages = () =>
  screens.map((screen) => ({
    ...screen,
    description: descriptions[screen.path],
    file: fileOf(screen),
    html: render(screen),
    cardTemplate: screen.path === '/items' ? renderCardTemplate() : '',
  }));

function render({ path }: Screen) {
  const basename = import.meta.env.BASE_URL;
  return renderToString(
    <StaticRouter basename={basename} location={basename + (path === '*' ? '404' : path.slice(1))}>
      <App store={makeStore(browser)} />
    </StaticRouter>,
  );
}

/** A card that names its texts in braces, for cards.ts to fill. A strict policy forbids style attributes. */
function renderCardTemplate() {
  const names = Object.keys(toCard({ _id: '', name: '', description: '', category: '', price: 0 }, 0));
  const card = Object.fromEntries(names.map((name) => [name, `{${name}}`])) as Card;
  const html = renderToString(
    <Provider store={makeStore(browser)}>
      <ItemCard itemId="" {...card} />
    </Provider>,
  );
  return `<template>${html.replace(' style=', ' data-style=')}</template>`;
}
