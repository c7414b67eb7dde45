import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { browser } from '../store/browser';
import { makeStore } from '../store/store';
import { App } from './App';
import { type Screen, screens } from './routes';

/** A page for each screen: its file in dist/, title, and markup from before anything is loaded. Runs in the build. */
export const renderPages = () =>
  screens.map((screen) => ({ ...screen, file: fileOf(screen), html: render(screen) }));

/** `/items` is items.html, which static hosts answer without a redirect. */
const fileOf = ({ path }: Screen) =>
  path === '/' ? 'index.html' : path === '*' ? '404.html' : `${path.slice(1)}.html`;

function render({ path }: Screen) {
  const basename = import.meta.env.BASE_URL;
  const address = basename + path.slice(1).replace('*', '404');
  return renderToString(
    <StaticRouter basename={basename} location={address}>
      <App store={makeStore(browser)} />
    </StaticRouter>,
  );
}
