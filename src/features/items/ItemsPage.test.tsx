import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catalogue } from '../../../mocks/catalogue';
import { responseProblem } from '../../../tests/support/calls';
import { allowInConsole } from '../../../tests/support/console';
import { callsTo, count, find, holdResponse, network } from '../../../tests/support/network';
import { renderApp } from '../../../tests/support/renderApp';
import { messages } from '../../store/messages';

const firstCard = () => screen.findByRole('article', { name: 'Stoneware Mug' });
const minPriceField = () => screen.getByRole('spinbutton', { name: 'Min Price' });
const maxPriceField = () => screen.getByRole('spinbutton', { name: 'Max Price' });
const categoryField = () => screen.getByRole('textbox', { name: 'Category' });
const applyButton = () => screen.getByRole('button', { name: 'Apply Filters' });
const listCalls = () => callsTo('/items');
const cardNames = () => screen.queryAllByRole('heading', { level: 2 }).map((name) => name.textContent);

test('shows the title, the filters and a card with all its texts for each item', async () => {
  await renderApp('/items');
  expect(await screen.findByRole('heading', { level: 1, name: 'Explore Our Items' })).toBeVisible();
  expect(minPriceField()).toHaveAttribute('type', 'number');
  expect(maxPriceField()).toHaveAttribute('type', 'number');
  expect(categoryField()).toHaveAttribute('type', 'text');
  expect(applyButton()).toBeVisible();

  const card = within(await firstCard());
  expect(card.getByText('Hand-glazed 350 ml mug. Dishwasher and microwave safe.')).toBeVisible();
  expect(card.getByText('Category: Kitchen')).toBeVisible();
  expect(card.getByText('$18.50')).toBeVisible();
  expect(card.getByRole('button', { name: 'Add to Cart' })).toHaveAccessibleDescription('Stoneware Mug');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(catalogue.length));
});

test('opening sends one GET /items without a token; the next visit loads again', async () => {
  const { user } = await renderApp('/items', { loggedIn: true });
  await firstCard();
  expect(find('GET /items')).toEqual([{ call: 'GET /items', authorization: null, body: '' }]);

  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(screen.getByRole('link', { name: 'Items' }));
  await firstCard();
  await waitFor(() => expect(count('GET /items')).toBe(2));
});

test('a page that unmounts while it waits for the end of an older load sends nothing', async () => {
  const { user, unmount } = await renderApp('/items', { scenario: 'hang' });
  await waitFor(() => expect(count('GET /items')).toBe(1));
  network.backend.use('normal');
  await user.click(screen.getByRole('link', { name: 'Home' }));
  fireEvent.click(screen.getByRole('link', { name: 'Items' }));
  unmount();
  // If GET /items were sent, it would be sent before this request.
  await fetch('http://localhost:3000/api/auth/login');
  expect(count('GET /items')).toBe(1);
});

test('typing in the filters loads nothing; each Apply loads once, also with unchanged filters', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  await user.type(minPriceField(), '20');
  await user.type(categoryField(), 'books');
  expect(listCalls()).toEqual(['GET /items']);

  await user.click(applyButton());
  await screen.findByText('4 items');
  expect(listCalls()).toEqual(['GET /items', 'GET /items?priceMin=20&category=books']);
  expect(cardNames()).toEqual([
    'Bread at Home',
    'Maps of the Night Sky',
    "The Carpenter's Notebook",
    'Birds of the Coast',
  ]);

  await user.click(applyButton());
  await waitFor(() => expect(count('GET /items?priceMin=20&category=books')).toBe(2));
  await screen.findByText('4 items');
  expect(listCalls()).toHaveLength(3);
});

test('Apply with unchanged filters scrolls to the top', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  const scrollTo = vi.spyOn(window, 'scrollTo');
  await user.click(applyButton());
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  await screen.findByText('60 items');
});

test('sends only filters that are not empty: spaces are empty, "0" is not', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  await user.type(minPriceField(), '0');
  await user.type(maxPriceField(), '19.99');
  await user.type(categoryField(), '   ');
  await user.click(applyButton());
  await waitFor(() => expect(listCalls()).toEqual(['GET /items', 'GET /items?priceMin=0&priceMax=19.99']));
  expect(window.location.search).toBe('?priceMin=0&priceMax=19.99');
  await waitFor(() => expect(cardNames()).toContain('Sample Sticker'));
  expect(cardNames()).not.toContain('Desk Lamp');
});

test('an address with filters loads once and shows them in the fields', async () => {
  await renderApp('/items?priceMin=10&priceMax=30&category=Books&utm_source=mail');
  await screen.findByText('5 items');
  expect(listCalls()).toEqual(['GET /items?priceMin=10&priceMax=30&category=Books']);
  expect(minPriceField()).toHaveValue(10);
  expect(maxPriceField()).toHaveValue(30);
  expect(categoryField()).toHaveValue('Books');
});

test('every navigation to /items loads the list once, whatever other parameters the address has', async () => {
  const { user } = await renderApp('/items?utm_source=mail&category=Toys');
  await screen.findByText('6 items');
  await user.click(screen.getByRole('link', { name: 'Items' }));
  await screen.findByText('60 items');
  window.history.back();
  await waitFor(() => expect(count('GET /items?category=Toys')).toBe(2));
  await user.click(applyButton());
  await waitFor(() => expect(count('GET /items?category=Toys')).toBe(3));
  expect(count('GET /items')).toBe(1);
});

test.each(['Home+%26+Light', 'Home%20%26%20Light'])(
  'Apply with unchanged filters adds no history entry, however the address spells them: %s',
  async (category) => {
    const { user } = await renderApp(`/items?category=${category}`);
    await screen.findByRole('link', { name: 'Clear filters' });
    const { length } = window.history;
    await user.click(applyButton());
    await waitFor(() => expect(count('GET /items?category=Home%20%26%20Light')).toBe(2));
    expect(window.history).toHaveLength(length);
  },
);

test('of two visits in one task, only the second one loads', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  await user.type(categoryField(), 'Toys');
  fireEvent.click(applyButton());
  fireEvent.click(screen.getByRole('link', { name: 'Items' }));
  await waitFor(() => expect(count('GET /items')).toBe(2));
  await screen.findByText('60 items');
  expect(listCalls()).toEqual(['GET /items', 'GET /items']);
});

test('a browser that allows no more changes of the history still shows the list', async () => {
  const { replaceState } = window.history;
  const limited = vi.spyOn(window.history, 'replaceState').mockImplementation((state, ...rest) => {
    // React Router's own change, at the start, still passes.
    if (state?.itemCount !== undefined) throw new DOMException('Too many calls', 'SecurityError');
    replaceState.call(window.history, state, ...rest);
  });
  await renderApp('/items');
  expect(await firstCard()).toBeVisible();
  expect(limited).toHaveBeenCalledWith(expect.objectContaining({ itemCount: 60 }), '', '');
  limited.mockRestore();
});

test('60 cards are one list for screen readers', async () => {
  await renderApp('/items');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(60));
  const lists = screen.getAllByRole('list').filter((list) => list.querySelector('article'));
  expect(lists).toHaveLength(1);
});

test('a visit sets the filter fields and no other field of the form', async () => {
  const { user } = await renderApp('/items?category=Toys');
  await screen.findByText('6 items');
  const otherField = document.createElement('input');
  screen.getByRole('form', { name: 'Filters' }).append(otherField);
  otherField.value = 'price';
  await user.clear(categoryField());
  await user.click(applyButton());
  await screen.findByText('60 items');
  await user.type(categoryField(), 'unsent');
  await user.click(screen.getByRole('link', { name: 'Items' }));
  await waitFor(() => expect(categoryField()).toHaveValue(''));
  expect(otherField.value).toBe('price');
});

test('Try again after a failure moves focus to the heading, because the button disappears', async () => {
  const { user } = await renderApp('/items?category=Books', { scenario: 'server-error' });
  const button = await screen.findByRole('button', { name: 'Try again' });
  network.backend.use('normal');
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  await screen.findByText('7 items');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while a list loads, the old one stays with its filters, and Apply is pending but can be clicked again', async () => {
  const { user } = await renderApp('/items?category=Toys');
  await screen.findByText('6 items');
  expect(applyButton()).not.toHaveClass('pending');
  const respond = holdResponse();
  await user.clear(categoryField());
  await user.type(categoryField(), 'Books');
  await user.click(applyButton());
  expect(await screen.findByText('Loading items…')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(screen.getByRole('article', { name: 'Kite' }).closest('[aria-busy]')).toHaveAttribute(
    'aria-busy',
    'true',
  );
  expect(screen.getByTitle('Toys')).toBeVisible();
  expect(applyButton()).toHaveClass('pending');
  await user.click(applyButton());
  expect(count('GET /items?category=Books')).toBe(2);
  await respond();
  expect(await screen.findByText('7 items')).toBeVisible();
  expect(screen.getByTitle('Books')).toBeVisible();
  expect(applyButton()).not.toHaveClass('pending');
});

test('a visit from another screen does not show the list of earlier filters', async () => {
  const { user } = await renderApp('/items?category=Books');
  await screen.findByText('7 items');
  await user.click(screen.getByRole('link', { name: 'Login' }));
  const respond = holdResponse();
  await user.click(screen.getByRole('link', { name: 'Items' }));
  expect(await screen.findByText('Loading items…')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  await respond();
  await screen.findByText('60 items');
});

test('screen readers hear each change of the list once, in order', async () => {
  const { user } = await renderApp('/items');
  await screen.findByText('60 items');
  const readRegions = () =>
    [...document.querySelectorAll('[role=status], [role=alert]')]
      .map(({ textContent }) => textContent)
      .join('');
  const said = ['60 items'];
  const observer = new MutationObserver(() => {
    if (said.at(-1) !== readRegions()) said.push(readRegions());
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });

  await user.type(categoryField(), 'Zebra{Enter}');
  await screen.findByText('No items');
  network.backend.use('server-error');
  await user.click(applyButton());
  const retry = await screen.findByRole('button', { name: 'Try again' });
  network.backend.use('normal');
  await user.click(retry);
  await screen.findByText('No items');
  const failure = 'The items could not be loaded.The shop has a problem. Please try again later.Try again';
  const loading = 'Loading items…';
  expect(said).toEqual(['60 items', loading, 'No items', loading, failure, loading, 'No items']);
  observer.disconnect();
});

test('the response to a superseded request is not shown', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  const respondToBooks = holdResponse('/items');
  await user.type(categoryField(), 'Books{Enter}');
  await waitFor(() => expect(count('GET /items?category=Books')).toBe(1));
  await user.clear(categoryField());
  await user.type(categoryField(), 'Toys{Enter}');
  await screen.findByText('6 items');
  await respondToBooks();
  expect(screen.getByText('6 items')).toBeVisible();
  expect(categoryField()).toHaveValue('Toys');
});

test.each([
  ['?category=Spaceships', 'Try a wider price range or another category.'],
  ['?priceMin=60&priceMax=20', 'Min Price is higher than Max Price.'],
])('an empty list for %s explains why and links to all items', async (search, reason) => {
  const { user, shown } = await renderApp(`/items${search}`);
  expect(await screen.findByText('No items match these filters.')).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('No items');
  await user.click(screen.getByRole('link', { name: 'Show all items' }));
  await screen.findByText('60 items');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(shown).toEqual([]);
});

test('without any items, the page says so and has no link to clear the filters', async () => {
  await renderApp('/items', { scenario: 'no-items' });
  expect(await screen.findByText('There are no items yet.')).toBeVisible();
  expect(screen.queryByText(/filters\./)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show all items' })).toBeNull();
});

test('applied filters are shown next to the count, with a link that clears them', async () => {
  const { user } = await renderApp('/items');
  await firstCard();
  expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
  await user.type(minPriceField(), '20');
  await user.type(categoryField(), 'books');
  expect(screen.queryByTitle('books · from $20')).toBeNull();
  await user.click(applyButton());
  expect(await screen.findByTitle('books · from $20')).toBeVisible();
  await screen.findByText('4 items');
  const clear = screen.getByRole('link', { name: 'Clear filters' });
  // Opens a new tab.
  fireEvent.click(clear, { ctrlKey: true });
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus();
  await user.click(clear);
  await screen.findByText('60 items');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.queryByTitle('books · from $20')).toBeNull();
  expect(minPriceField()).toHaveValue(null);
});

test('Add to Cart sends the item, quantity 1 and the token, and raises one alert', async () => {
  const { user, shown } = await renderApp('/items', { loggedIn: true });
  const button = within(await firstCard()).getByRole('button', { name: 'Add to Cart' });
  await user.click(button);
  await waitFor(() => expect(shown).toEqual([messages.addToCart.success]));
  const [add] = find('POST /cart/add');
  expect(JSON.parse(add?.body ?? '')).toEqual({ itemId: catalogue[0]?._id, quantity: 1 });
  expect(add?.authorization).toBe(`Bearer ${localStorage.getItem('token')}`);
  expect(button).toHaveFocus();
  expect(window.location.pathname).toBe('/items');
  expect(count('GET /items')).toBe(1);
});

test('without a token, Add to Cart sends no Authorization header and asks to log in', async () => {
  const { user, shown } = await renderApp('/items');
  await user.click(within(await firstCard()).getByRole('button', { name: 'Add to Cart' }));
  await waitFor(() => expect(shown).toEqual([messages.addToCart.failure]));
  expect(find('POST /cart/add')[0]?.authorization).toBeNull();
});

test('a pending Add to Cart ignores further clicks; other items can be added', async () => {
  await renderApp('/items', { loggedIn: true });
  const respondToFirst = holdResponse('/cart/add');
  const button = within(await firstCard()).getByRole('button', { name: 'Add to Cart' });
  for (let click = 0; click < 3; click++) button.click();
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  expect(button).toHaveTextContent('Add to Cart');
  button.click();
  await waitFor(() => expect(count('POST /cart/add')).toBe(1));
  const respondToSecond = holdResponse('/cart/add');
  within(screen.getByRole('article', { name: 'Desk Lamp' }))
    .getByRole('button')
    .click();
  await waitFor(() => expect(count('POST /cart/add')).toBe(2));
  await respondToFirst();
  await respondToSecond();
});

test('if every price is text, the list has failed to load, and the console says why', async () => {
  const problems = allowInConsole('warn', responseProblem);
  await renderApp('/items', { scenario: 'text-prices' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The items could not be loaded.The shop has a problem. Please try again later.',
  );
  expect(problems()).toEqual(['getItems: /0/price must be number, but is "18.5" (invalid rows: 60 of 60)']);
});

test('an invalid item does not hide the others', async () => {
  const problems = allowInConsole('warn', responseProblem);
  await renderApp('/items', { scenario: 'unreadable-row' });
  expect(await screen.findByText('59 items')).toBeVisible();
  expect(problems()).toEqual(['getItems: /0/price must be number, but is "18.5" (invalid rows: 1 of 60)']);
});

test('a list without a complete response blames the connection, and no other failure does', async () => {
  const { user } = await renderApp('/items', { scenario: 'offline' });
  expect(await screen.findByText('Check your connection and try again.')).toBeVisible();
  network.backend.use('status-503');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The shop has a problem. Please try again later.')).toBeVisible();
  // A connection that breaks in the middle of a response.
  network.backend.handle = async () => new Response(brokenBody());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Check your connection and try again.')).toBeVisible();
});

const brokenBody = () =>
  new ReadableStream({ start: (body) => body.error(new TypeError('The connection is gone.')) });

test('Try again after failed filters: the old list comes back with a description of its own filters', async () => {
  const { user } = await renderApp('/items?category=Books');
  await screen.findByText('7 items');
  network.backend.use('server-error');
  await user.clear(categoryField());
  await user.type(categoryField(), 'Toys{Enter}');
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('Toys')).toBeVisible();
  network.backend.use('normal');
  const release = holdResponse('/items');
  await user.click(retryButton);
  await screen.findByRole('article', { name: 'Bread at Home' });
  expect(screen.getByText('Books')).toBeVisible();
  expect(screen.queryByText('Toys')).toBeNull();
  await release();
  await screen.findByText('6 items');
  expect(screen.getByText('Toys')).toBeVisible();
});

test("the browser's message at a field goes when Back or a link fills the fields", async () => {
  const { user } = await renderApp('/items?category=Books');
  await screen.findByText('7 items');
  const field = minPriceField();
  const message = vi.spyOn(field as HTMLInputElement, 'validationMessage', 'get');
  message.mockReturnValue('Please enter a number.');
  fireEvent.invalid(field);
  expect(field).toHaveAccessibleDescription('Please enter a number.');
  message.mockReturnValue('');
  await user.click(screen.getByRole('link', { name: 'Clear filters' }));
  await waitFor(() => expect(field).not.toHaveAccessibleDescription());
  await screen.findByText('60 items');
});
