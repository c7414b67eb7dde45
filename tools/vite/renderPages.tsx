import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { documentTitle, type Screen, screens } from '../../src/app/screens';
import { makeStore } from '../../src/app/store';
import { browser } from '../../src/store/browser';
import { pageFile } from './pageFiles';

/** Renders the head and the markup of each screen's page. The build bundles this module for Node and runs it. */
export const renderPages = () =>
  screens.map((screen) => ({
    path: screen.path,
    file: pageFile(screen),
    head: renderToStaticMarkup(
      <>
        <title>{documentTitle(screen)}</title>
        <meta name="description" content={screen.description} />
      </>,
    ),
    html: renderMarkup(screen),
  }));

/** Renders the page without a login, before any data has loaded. A path parameter stays as written, such as `:id`. */
function renderMarkup({ path }: Screen) {
  const basename = import.meta.env.BASE_URL;
  const relativePath = path === '*' ? '404' : path.slice(1);
  const markup = renderToString(
    <Provider store={makeStore(browser)}>
      <StaticRouter basename={basename} location={basename + relativePath}>
        <App />
      </StaticRouter>
    </Provider>,
  );
  // The head has the title already.
  return markup.replace(/<title>.*?<\/title>/, '');
}
