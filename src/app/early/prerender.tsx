import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { type Card, toCard } from '../../features/items/card';
import { ItemCard } from '../../features/items/ItemCard';
import { browser } from '../../store/browser';
import { App } from '../App';
import { fileOf, type Screen, screens } from '../screens';
import { makeStore } from '../store';

/** A page for each screen: its file in dist/, title, and markup from before anything is loaded. Runs in the build. */
export const renderPages = () =>
  screens.map((screen) => ({
    ...screen,
    file: fileOf(screen),
    html: render(screen),
    cardTemplate: screen.path === '/items' ? renderCardTemplate() : '',
  }));

function render({ path }: Screen) {
  const basename = import.meta.env.BASE_URL;
  return renderToString(
    <StaticRouter basename={basename} location={basename + path.slice(1)}>
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
