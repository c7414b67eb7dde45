import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { allowInConsole } from '../../tests/support/console';
import { count, holdResponse, network } from '../../tests/support/network';
import { renderApp } from '../../tests/support/renderApp';
import { headings } from '../../tests/support/screens';
import { messages } from '../store/messages';
import { SHOP_NAME } from './brand';

const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));
const navTexts = () =>
  nav()
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('the home page shows its text and the links to the items and the cart', async () => {
  await renderApp('/');
  expect(await screen.findByRole('heading', { level: 1, name: `Welcome to ${SHOP_NAME}!` })).toBeVisible();
  expect(screen.getByText('Browse our items and manage your cart easily.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse Items' })).toHaveAttribute('href', '/items');
  expect(screen.getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart');
});

/** The specification's screens and their calls. The tests of each page check the token. */
const callsOnOpening: [address: string, ...calls: string[]][] = [
  ['/'],
  ['/signup'],
  ['/login'],
  ['/items', 'GET /items'],
  ['/cart', 'GET /cart'],
];

test.each(callsOnOpening)('opening %s sends its calls and nothing else', async (address, ...calls) => {
  await renderApp(address, { loggedIn: true });
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  expect(network.calls.map(({ call }) => call)).toEqual(calls);
});

test.each([
  ['Browse Items', 'Explore Our Items'],
  ['View Cart', 'Your Shopping Cart'],
])('%s leads to %s', async (link, title) => {
  const { user } = await renderApp('/', { loggedIn: true });
  await user.click(screen.getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toHaveFocus();
});

test('a heading that a browser extension adds does not get the focus after a navigation', async () => {
  const { user } = await renderApp('/');
  const heading = document.createElement('h1');
  heading.textContent = 'Coupons';
  document.body.prepend(heading);
  await user.click(nav().getByRole('link', { name: 'Items' }));
  expect(await screen.findByRole('heading', { name: 'Explore Our Items' })).toHaveFocus();
  heading.remove();
});

test('without a stored token the navigation offers Signup and Login, not Logout', async () => {
  await renderApp('/');
  expect(navTexts()).toEqual(['Home', 'Items', 'Cart', 'Signup', 'Login']);
});

test('with a stored token the navigation offers Logout at the right, not Signup and Login', async () => {
  await renderApp('/', { loggedIn: true });
  expect(navTexts()).toEqual(['Home', 'Items', 'Cart', 'Logout']);
  expect(nav().getByRole('button', { name: 'Logout' }).closest('li')).toHaveClass('ms-auto');
});

test('Logout deletes the stored token and reloads the page, without an alert', async () => {
  const { user, reload, shown } = await renderApp('/', { loggedIn: true });
  reload.mockImplementation(() => expect(localStorage.getItem('token')).toBeNull());
  await user.click(nav().getByRole('button', { name: 'Logout' }));
  expect(localStorage.getItem('token')).toBeNull();
  expect(reload).toHaveBeenCalledOnce();
  expect(nav().getByRole('link', { name: 'Login' })).toBeVisible();
  expect(shown).toEqual([]);
});

test('a request that fails after Logout raises no alert', async () => {
  const { user, shown, reload } = await renderApp('/items', { loggedIn: true });
  await screen.findByText('60 items');
  const respondToAdd = holdResponse();
  await user.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement);
  await waitFor(() => expect(count('POST /cart/add')).toBe(1));
  await user.click(nav().getByRole('button', { name: 'Logout' }));
  expect(reload).toHaveBeenCalledOnce();
  await respondToAdd(Response.json({}, { status: 500 }));
  expect(await nav().findByRole('link', { name: 'Login' })).toBeVisible();
  expect(shown).toEqual([]);
});

test.each(Object.entries(headings))(
  '%s has its heading "%s" and its title, and no other screen is current in the navigation',
  async (address, heading) => {
    await renderApp(address, { loggedIn: true });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(document.title).toBe(address === '/' ? SHOP_NAME : `${heading} · ${SHOP_NAME}`);
    const current = screen
      .queryAllByRole('link', { current: 'page' })
      .map((link) => link.getAttribute('href'));
    expect(current).toEqual(['/', '/items', '/cart'].includes(address) ? [address] : []);
    await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
  },
);

test.each(['/nowhere/at/all', '/items%0A'])('%s shows the 404 page with links', async (address) => {
  if (address.endsWith('%0A')) allowInConsole('warn', /No routes matched/);
  await renderApp(address);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse Items' })).toHaveAttribute('href', '/items');
  expect(screen.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/');
});

test('a screen that crashes keeps the navigation and offers a reload, and its next visit renders it again', async () => {
  allowInConsole('error', /broken on purpose/);
  // The drawings of the cards use it.
  const multiply = vi.spyOn(Math, 'imul').mockImplementation(() => {
    throw new Error('broken on purpose');
  });
  const { user } = await renderApp('/items');
  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  multiply.mockRestore();
  await user.click(nav().getByRole('link', { name: 'Items' }));
  expect(await screen.findByText('60 items')).toBeVisible();
});

test('the skip link moves focus to the main content without loading the list again', async () => {
  const { user } = await renderApp('/items');
  await screen.findByText('60 items');
  await user.click(screen.getByRole('link', { name: 'Skip to main content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(count('GET /items')).toBe(1);
});

test('a held Enter key counts once, in a field and on a button', async () => {
  const { user } = await renderApp('/items');
  await screen.findByText('60 items');
  await user.type(screen.getByLabelText('Category'), 'toys{Enter>3/}');
  await screen.findByText('6 items');
  expect(count('GET /items?category=toys')).toBe(1);

  await user.click(nav().getByRole('link', { name: 'Login' }));
  screen.getByRole('button', { name: 'Show' }).focus();
  await user.keyboard('{Enter>2/}');
  expect(screen.getByRole('button', { name: 'Hide' })).toHaveFocus();
});

test('the second click of a double click does not press what has moved under the pointer', async () => {
  const { shown } = await renderApp('/', { loggedIn: true });
  fireEvent.click(screen.getByRole('link', { name: 'Browse Items' }), { detail: 1 });
  const [add] = await screen.findAllByRole('button', { name: 'Add to Cart' });
  fireEvent.click(add as HTMLElement, { detail: 2 });
  expect(add).not.toHaveAttribute('aria-disabled');
  // In a form, both clicks count.
  for (const detail of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Apply Filters' }), { detail });
    await waitFor(() => expect(count('GET /items')).toBe(1 + detail));
  }
  fireEvent.click(add as HTMLElement, { detail: 1 });
  await waitFor(() => expect(shown).toEqual([messages.addToCart.success]));
  expect(count('POST /cart/add')).toBe(1);
});

test('the second click of a double click on Logout does not follow the link that replaces it', async () => {
  await renderApp('/cart', { loggedIn: true });
  await screen.findByText('Your cart is empty.');
  fireEvent.click(nav().getByRole('button', { name: 'Logout' }), { detail: 1 });
  fireEvent.click(nav().getByRole('link', { name: 'Login' }), { detail: 2 });
  expect(window.location.pathname).toBe('/cart');
});

const firePageShow = (persisted: boolean) =>
  act(() => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));

test('a page restored from the bfcache loads its data and reads the stored token', async () => {
  await renderApp('/items?category=Toys', { loggedIn: true });
  await screen.findByText('6 items');
  localStorage.removeItem('token');
  firePageShow(false);
  expect(nav().getByRole('button', { name: 'Logout' })).toBeVisible();
  firePageShow(true);
  expect(await nav().findByRole('link', { name: 'Login' })).toBeVisible();
  await screen.findByText('6 items');
  expect(count('GET /items?category=Toys')).toBe(2);
  expect(window.location.search).toBe('?category=Toys');
});

test('a page that the browser prerendered loads its data when it is opened, because alerts were suppressed', async () => {
  const { shown } = await renderApp('/cart');
  await screen.findByText('Your cart could not be loaded.');
  act(() => void document.dispatchEvent(new Event('prerenderingchange')));
  await waitFor(() => expect(shown).toEqual([messages.getCart.failure, messages.getCart.failure]));
  expect(count('GET /cart')).toBe(2);
});

test('a page restored from the bfcache has an empty password field, and Show is off again', async () => {
  const { user } = await renderApp('/login');
  const password = screen.getByLabelText('Password', { selector: 'input' });
  await user.type(password, 'secret');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  firePageShow(true);
  expect(password).toHaveValue('');
  expect(password).toHaveAttribute('type', 'password');
});

test('while the page reloads after a logout, nothing is sent and no alert is raised, however long it takes', async () => {
  const { shown } = await renderApp('/cart', { loggedIn: true });
  await screen.findByText('Your cart is empty.');
  vi.useFakeTimers();
  // Not `user.click`: it would wait for a fake timer, which nothing advances meanwhile.
  nav().getByRole('button', { name: 'Logout' }).click();
  // A login in another tab must not load its cart either.
  localStorage.setItem('token', 'from-another-tab');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  const AN_HOUR_MS = 3_600_000;
  await vi.advanceTimersByTimeAsync(AN_HOUR_MS);
  vi.useRealTimers();
  expect(count('GET /cart')).toBe(1);
  expect(shown).toEqual([]);
});

test.each(['a click on a link', 'Back', 'a click on a button'])(
  'if the shopper stops the reload after a logout, %s works as usual',
  async (act) => {
    const { user, shown } = await renderApp('/items?category=Toys', { loggedIn: true });
    await user.click(screen.getByRole('link', { name: 'Items' }));
    await screen.findByText('60 items');
    await user.click(nav().getByRole('button', { name: 'Logout' }));
    if (act === 'Back') window.history.back();
    else if (act === 'a click on a link') await user.click(nav().getByRole('link', { name: 'Cart' }));
    else await user.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement);
    if (act === 'Back') expect(await screen.findByText('6 items')).toBeVisible();
    else {
      const { failure } = act === 'a click on a link' ? messages.getCart : messages.addToCart;
      await waitFor(() => expect(shown).toEqual([failure]));
    }
  },
);

test.each([
  ['/cart', 'Your cart could not be loaded.', 'GET /cart'],
  ['/items', '60 items', 'GET /items'],
])(
  'if the shopper stops the reload after a logout on %s, the next click loads what was loading',
  async (address, ends, call) => {
    const { user } = await renderApp(address, { loggedIn: true, scenario: 'hang' });
    await waitFor(() => expect(count(call)).toBe(1));
    network.backend.use('normal');
    await user.click(nav().getByRole('button', { name: 'Logout' }));
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(await screen.findByText(ends)).toBeVisible();
    expect(count(call)).toBe(2);
  },
);

test('routes are case-sensitive', async () => {
  await renderApp('/Items');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
});

test('a link to the same screen scrolls to the top; Back leaves the scroll position to the browser', async () => {
  const { user } = await renderApp('/items?category=Toys');
  await screen.findByText('6 items');
  const scrollTo = vi.spyOn(window, 'scrollTo');
  await user.click(nav().getByRole('link', { name: 'Items' }));
  await screen.findByText('60 items');
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  window.history.back();
  await screen.findByText('6 items');
  expect(scrollTo).toHaveBeenCalledOnce();
  scrollTo.mockRestore();
});
