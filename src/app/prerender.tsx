import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { type Card, toCard } from '../features/items/card';
import { ItemCard } from '../features/items/ItemCard';
import { browser } from '../store/browser';
import { makeStore } from '../store/store';
import { App } from './App';
import { type Screen, screens } from './routes';

/** A page for each screen: its file in dist/, title, and markup from before anything is loaded. Runs in the build. */
export const renderPages = () =>
  screens.map((screen) => ({
    ...screen,
    file: fileOf(screen),
    html: render(screen),
    cardTemplate: screen.path === '/items' ? renderCardTemplate() : '',
  }));

/** The address under the base path, without its slash. */
const addressOf = ({ path }: Screen) => (path === '*' ? '404' : path.slice(1));

/** `/items` is items.html, which static hosts answer without a redirect. */
const fileOf = (screen: Screen) => `${addressOf(screen) || 'index'}.html`;

function render(screen: Screen) {
  const basename = import.meta.env.BASE_URL;
  return renderToString(
    <StaticRouter basename={basename} location={basename + addressOf(screen)}>
      <App store={makeStore(browser)} />
    </StaticRouter>,
  );
}

/** A card that names its texts in braces, for app/earlyCards.ts to fill. A strict policy forbids style attributes. */
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
