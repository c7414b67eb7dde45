import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { browser } from '../store/browser';
import { makeStore } from '../store/store';
import { App } from './App';
import { type Screen, screens } from './routes';

/** A page for each screen: its file in dist/, title, and markup from before anything is loaded. Runs in the build. */
export const renderPages = () =>
  screens.map((screen) => ({ ...screen, file: fileOf(screen), html: render(screen) }));

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
