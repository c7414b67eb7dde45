import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { SHOP_NAME } from '../../src/app/brand';
import { documentTitle, type Screen, screens } from '../../src/app/screens';
import { makeStore } from '../../src/app/store';
import { browser } from '../../src/store/browser';
import { hasParameter, pageFile } from './pageFiles';

type Options = {
  /** The origin of the deployed store, for tags that need absolute URLs. */
  siteUrl?: string | undefined;
  /** The path of the icon. */
  icon: string;
};

/** Renders the head and the markup of each screen's page. The build bundles this module for Node and runs it. */
export const renderPages = (options: Options) =>
  screens.map((screen) => ({
    path: screen.path,
    file: pageFile(screen),
    head: renderToStaticMarkup(<Head screen={screen} {...options} />),
    html: renderMarkup(screen),
  }));

function Head({ screen, siteUrl, icon }: Options & { screen: Screen }) {
  const { path, description } = screen;
  const title = documentTitle(screen);
  const hasUrl = path !== '*' && !hasParameter(path);
  const url = siteUrl && hasUrl && String(new URL(import.meta.env.BASE_URL + path.slice(1), siteUrl));
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SHOP_NAME} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {url && (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={String(new URL(icon, siteUrl))} />
        </>
      )}
    </>
  );
}

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
