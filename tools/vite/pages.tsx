import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { type Screen, screens } from '../../src/app/screens';
import { makeStore } from '../../src/app/store';
import { browser } from '../../src/store/browser';
import { fileOf } from './pageFiles';

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
    html: renderScreen(screen),
  }));

/** One page is for every value of a parameter. */
function renderScreen(screen: Screen) {
  const [html = '', other] = ['one', 'two'].map((value) =>
    render(screen, screen.path.replace(/:\w+/g, value)),
  );
  if (html !== other)
    throw new Error(
      `The screen ${screen.path} shows what stands in its address, and its page is one for all: show that where useIsTakenOver() is true.`,
    );
  return html;
}

function render({ path }: Screen, address: string) {
  const basename = import.meta.env.BASE_URL;
  try {
    return renderToString(
      <StaticRouter basename={basename} location={basename + (path === '*' ? '404' : address.slice(1))}>
        <App store={makeStore(browser)} />
      </StaticRouter>,
    );
  } catch (error) {
    throw new Error(`The build cannot draw the screen ${path}: ${(error as Error).message}`);
  }
}
