import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogue } from '../../../mocks/catalogue';
import type { ScenarioName } from '../../../mocks/scenarios';
import { responseProblem } from '../../../tests/support/calls';
import { allowInConsole } from '../../../tests/support/console';
import { count, find, holdResponse, network } from '../../../tests/support/network';
import { renderApp } from '../../../tests/support/renderApp';
import { messages } from '../../store/messages';

const line = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLElement);
/** The value of a term in the summary. */
const summary = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const removeButton = (name: string) => line(name).getByRole('button', { name: 'Remove' });

/** The token of another shopper, who has one of each of these items in the cart. */
function addShopper(...names: string[]): string {
  const { handle } = network.backend;
  const lines = names.map((name) => ({ item: catalogue.find((item) => item.name === name), quantity: 1 }));
  network.backend.handle = async (request) =>
    request.headers.get('authorization') === 'Bearer another' ? Response.json(lines) : handle(request);
  return 'another';
}

/** The cart screen of the demo shopper, with these quantities in the cart. */
async function renderCart(cart: Record<string, number>, scenario: ScenarioName = 'normal') {
  const view = await renderApp('/cart', { loggedIn: true, cart, scenario });
  await waitFor(() => expect(screen.queryByText('Loading your cart…')).toBeNull());
  return view;
}

test('shows each line with name, price, quantity and Remove, and the exact subtotal', async () => {
  await renderCart({ 'Stoneware Mug': 2, 'Trail Backpack 24L': 1, 'Smart Plug': 3 });
  expect(await screen.findByRole('heading', { level: 1, name: 'Your Shopping Cart' })).toBeVisible();
  expect(line('Stoneware Mug').getByText('$18.50')).toBeVisible();
  expect(line('Stoneware Mug').getByText('Quantity: 2')).toBeVisible();
  expect(line('Stoneware Mug').getByText('$37.00')).toBeVisible();
  const [price, lineTotal] = line('Trail Backpack 24L').getAllByText('$129.95');
  const quantity = line('Trail Backpack 24L').getByText('Quantity: 1');
  expect(quantity).toBeVisible();
  // Each in a paragraph of its own: otherwise screen readers would read "$129.95Quantity: 1".
  expect(new Set([price, lineTotal, quantity].map((text) => text?.closest('p'))).size).toBe(3);
  expect(line('Smart Plug').getByText('$59.97')).toBeVisible();
  expect(removeButton('Smart Plug')).toHaveAccessibleDescription('Smart Plug');
  expect(summary('Subtotal')).toBe('$226.92');
  expect(summary('Items')).toBe('6');
  expect(screen.queryByText(/not included/)).toBeNull();
});

test('opening sends one GET /cart with the token; each opening loads again', async () => {
  const { user } = await renderCart({ 'Stoneware Mug': 1 });
  expect(find('GET /cart')).toEqual([
    { call: 'GET /cart', authorization: `Bearer ${localStorage.getItem('token')}`, body: '' },
  ]);
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(screen.getByRole('link', { name: 'Cart' }));
  await screen.findByText('Stoneware Mug');
  expect(count('GET /cart')).toBe(2);
  await user.click(screen.getByRole('link', { name: 'Cart' }));
  await waitFor(() => expect(count('GET /cart')).toBe(3));
});

test('a cart without lines shows that it is empty once it has loaded', async () => {
  const { shown } = await renderApp('/cart', { loggedIn: true });
  expect(screen.queryByText('Your cart is empty.')).toBeNull();
  expect(screen.getByText('Loading your cart…')).toHaveAttribute('role', 'status');
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse Items' })).toHaveAttribute('href', '/items');
  expect(shown).toEqual([]);
});

test('Remove sends the item with the token; the cart is reloaded once and the line is gone', async () => {
  const { user, shown } = await renderCart({ 'Stoneware Mug': 2, 'Desk Lamp': 1 });
  await user.click(removeButton('Stoneware Mug'));
  await waitFor(() => expect(screen.queryByText('Stoneware Mug')).toBeNull());
  expect(count('GET /cart')).toBe(2);
  const [remove, ...others] = find('POST /cart/remove');
  expect(others).toEqual([]);
  expect(JSON.parse(remove?.body ?? '')).toEqual({ itemId: catalogue[0]?._id });
  expect(remove?.authorization).toBe(`Bearer ${localStorage.getItem('token')}`);
  expect(removeButton('Desk Lamp')).toHaveFocus();
  expect(shown).toEqual([]);

  await user.click(removeButton('Desk Lamp'));
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('screen readers hear what is in the cart, then once per removal what is gone and what the rest costs', async () => {
  const { user } = await renderCart({ 'Stoneware Mug': 2, 'Desk Lamp': 1, Kite: 1, 'Smart Plug': 1 });
  const status = screen.getByRole('status');
  const said = [status.textContent];
  const observer = new MutationObserver(() => said.push(status.textContent));
  observer.observe(status, { childList: true, characterData: true, subtree: true });

  await user.click(removeButton('Kite'));
  await waitFor(() => expect(screen.queryByText('Kite')).toBeNull());
  // Both are gone after one load.
  removeButton('Stoneware Mug').click();
  removeButton('Desk Lamp').click();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(1));
  await user.click(removeButton('Smart Plug'));
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
  expect(said).toEqual([
    '5 items in your cart',
    'Kite removed. Subtotal $145.99',
    'Stoneware Mug, Desk Lamp removed. Subtotal $19.99',
    'Smart Plug removed. No items in your cart',
  ]);
  observer.disconnect();
});

test('Remove is announced as pending until the cart is reloaded, and ignores further clicks', async () => {
  await renderCart({ 'Stoneware Mug': 1, 'Desk Lamp': 1 });
  network.backend.use('hang:getCart');
  const button = removeButton('Stoneware Mug');
  for (let click = 0; click < 3; click++) button.click();
  await waitFor(() => expect(count('GET /cart')).toBe(2));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleName('Remove Please wait…');
  expect(removeButton('Desk Lamp')).not.toHaveAttribute('aria-disabled');
  button.click();
  expect(count('POST /cart/remove')).toBe(1);
});

test.each(['/items', '/cart/add'])(
  'after a removal the cart reloads at once, even if another request hangs: %s',
  async (path) => {
    const cart = { 'Stoneware Mug': 1 };
    const { user } = await renderApp('/items?category=Toys', { loggedIn: true, cart });
    await screen.findByText('6 items');
    const respond = holdResponse(path);
    await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
    await user.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement);
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    await screen.findByText('Stoneware Mug');
    await user.click(removeButton('Stoneware Mug'));
    await waitFor(() => expect(screen.queryByText('Stoneware Mug')).toBeNull());
    expect(count('GET /cart')).toBe(2);
    await respond(Response.json({}, { status: 500 }));
  },
);

test('after two removals, the page shows the final cart, even if the reload after the first one responds last', async () => {
  await renderCart({ 'Stoneware Mug': 1, 'Desk Lamp': 1, Kite: 1 });
  const respondToFirst = holdResponse('/cart/remove');
  removeButton('Stoneware Mug').click();
  await waitFor(() => expect(count('POST /cart/remove')).toBe(1));
  const respondToSecond = holdResponse('/cart/remove');
  removeButton('Desk Lamp').click();
  await waitFor(() => expect(count('POST /cart/remove')).toBe(2));
  const respondToCart = holdResponse('/cart');
  await respondToFirst();
  await waitFor(() => expect(count('GET /cart')).toBe(2));
  const staleResponse = await network.backend.handle(
    new Request('http://localhost:3000/api/cart', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    }),
  );
  await respondToSecond();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(1));
  await respondToCart(staleResponse);
  expect(removeButton('Kite')).not.toHaveAttribute('aria-disabled');
  expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(1);
  expect(count('GET /cart')).toBe(3);
});

test.each(['before', 'after'])(
  'the open cart shows an item whose addition succeeds %s the cart has loaded',
  async (when) => {
    const { user, shown } = await renderApp('/items?category=Kitchen', { loggedIn: true });
    await screen.findByText('Stoneware Mug');
    const respondToAdd = holdResponse('/cart/add');
    await user.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement);
    await waitFor(() => expect(count('POST /cart/add')).toBe(1));
    const respondToCart = when === 'before' ? holdResponse('/cart') : undefined;
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    if (respondToCart) await waitFor(() => expect(count('GET /cart')).toBe(1));
    else await screen.findByText('Your cart is empty.');
    await respondToAdd();
    await respondToCart?.(Response.json([]));
    expect(await screen.findByText('Stoneware Mug')).toBeVisible();
    expect(shown).toEqual([messages.addToCart.success]);
    expect(count('GET /cart')).toBe(2);
  },
);

test("a removal is not sent if storage has another shopper's token; that shopper's cart is shown", async () => {
  const { shown } = await renderCart({ 'Stoneware Mug': 1 });
  const token = addShopper('Stoneware Mug', 'Kite');
  localStorage.setItem('token', token);
  // Two clicks in one task: the second one must not remove the other shopper's line.
  const button = removeButton('Stoneware Mug');
  act(() => {
    button.click();
    button.click();
  });
  expect(await screen.findByText('Kite')).toBeVisible();
  await waitFor(() => expect(removeButton('Stoneware Mug')).not.toHaveAttribute('aria-disabled'));
  expect(count('POST /cart/remove')).toBe(0);
  expect(find('GET /cart').map(({ authorization }) => authorization)).toEqual([
    expect.not.stringContaining(token),
    `Bearer ${token}`,
  ]);
  expect(shown).toEqual([]);
});

test('two lines of deleted items stay two lines', async () => {
  localStorage.setItem('token', 'any');
  network.backend.handle = async () =>
    Response.json([
      { item: null, quantity: 2 },
      { item: null, quantity: 3 },
    ]);
  await renderApp('/cart');
  expect(await screen.findAllByText('Item no longer available')).toHaveLength(2);
  expect(screen.getByText('Quantity: 2')).toBeVisible();
  expect(screen.getByText('Quantity: 3')).toBeVisible();
});

test('a failed removal raises one alert, keeps the line, does not reload and can be repeated', async () => {
  const { user, shown } = await renderCart({ 'Stoneware Mug': 1 });
  network.backend.use('server-error:removeFromCart');
  await user.click(removeButton('Stoneware Mug'));
  await waitFor(() => expect(shown).toEqual([messages.removeFromCart.failure]));
  await waitFor(() => expect(removeButton('Stoneware Mug')).not.toHaveAttribute('aria-disabled'));
  expect(removeButton('Stoneware Mug')).toHaveFocus();
  expect(count('POST /cart/remove')).toBe(1);
  expect(count('GET /cart')).toBe(1);
  network.backend.use('normal');
  await user.click(removeButton('Stoneware Mug'));
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
});

test('without a token, the request has no Authorization header, and its failure asks to log in', async () => {
  const { shown } = await renderApp('/cart');
  expect(await screen.findByText('Your cart could not be loaded.')).toBeVisible();
  expect(shown).toEqual([messages.getCart.failure]);
  expect(find('GET /cart').map(({ authorization }) => authorization)).toEqual([null]);
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Browse Items' })).toHaveAttribute('href', '/items');
  expect(screen.queryByText('Your cart is empty.')).toBeNull();
});

test('if the cart of a logged-in shopper fails to load, the panel offers Try again, and Log in: the token may have expired', async () => {
  const { user } = await renderCart({ 'Stoneware Mug': 1 });
  network.backend.use('server-error:getCart');
  await user.click(screen.getByRole('link', { name: 'Cart' }));
  expect(await screen.findByText('The shop has a problem. Please try again later.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  network.backend.use('normal');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Stoneware Mug')).toBeVisible();
});

test('while the cart loads, placeholders reserve the space of its lines and its summary', async () => {
  const respond = holdResponse();
  const { container } = await renderApp('/cart');
  await waitFor(() => expect(count('GET /cart')).toBe(1));
  expect(container.querySelectorAll('[aria-hidden] :is(.cart-lines, .cart-summary)')).toHaveLength(2);
  await respond(Response.json([]));
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
});

test('if the reload after a removal fails, no stale line or subtotal is shown', async () => {
  const { user, shown } = await renderCart({ 'Stoneware Mug': 1, 'Desk Lamp': 1 });
  network.backend.use('server-error:getCart');
  await user.click(removeButton('Stoneware Mug'));
  expect(await screen.findByText('Your cart could not be loaded.')).toBeVisible();
  for (const stale of ['Desk Lamp', /^Subtotal/]) expect(screen.queryByText(stale)).toBeNull();
  expect(shown).toEqual([messages.getCart.failure]);
});

test('a login of another shopper in another tab aborts the load of the cart and replaces the lines', async () => {
  const { user, shown } = await renderCart({ 'Stoneware Mug': 1 });
  const respond = holdResponse('/cart');
  await user.click(screen.getByRole('link', { name: 'Cart' }));
  await waitFor(() => expect(count('GET /cart')).toBe(2));
  const token = addShopper();
  localStorage.setItem('token', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await waitFor(() => expect(screen.queryByText('Stoneware Mug')).toBeNull());
  await respond();
  expect(await screen.findByText('Your cart is empty.')).toBeVisible();
  expect(count('GET /cart')).toBe(3);
  expect(shown).toEqual([]);
});

test('a deleted item is shown as no longer available and does not count in the summary', async () => {
  localStorage.setItem('token', 'any');
  network.backend.handle = async () =>
    Response.json([
      { item: null, quantity: 2 },
      { item: { _id: 'a', name: 'Desk Lamp', price: 89 }, quantity: 1 },
    ]);
  await renderApp('/cart');
  expect(await screen.findByText('Item no longer available')).toBeVisible();
  expect(line('Item no longer available').getByText('Quantity: 2')).toBeVisible();
  expect(line('Item no longer available').queryByRole('button')).toBeNull();
  expect(summary('Subtotal')).toBe('$89.00');
  expect(summary('Items')).toBe('1');
  expect(screen.getByText('Items no longer available are not included.')).toBeVisible();
});

test('a line that cannot be read stays in the cart, and the summary says that it does not count', async () => {
  const problems = allowInConsole('warn', responseProblem);
  await renderCart({ 'Stoneware Mug': 2, 'The Quiet Garden': 1 }, 'unreadable-row');
  expect(line('Item no longer available').getByText('Quantity: 2')).toBeVisible();
  expect(line('The Quiet Garden').getByText('Quantity: 1')).toBeVisible();
  expect(summary('Subtotal')).toBe('$12.00');
  expect(summary('Items')).toBe('1');
  expect(screen.getByText('Items no longer available are not included.')).toBeVisible();
  expect(problems()).toEqual(['getCart: /0/item/price must be number, but is "18.5" (invalid rows: 1 of 2)']);
});

test('a line whose quantity cannot be read shows none', async () => {
  allowInConsole('warn', responseProblem);
  localStorage.setItem('token', 'any');
  network.backend.handle = async () =>
    Response.json([
      { item: { _id: 'a', name: 'Desk Lamp', price: 89 }, quantity: '2' },
      { item: { _id: 'b', name: 'Mug', price: 12 }, quantity: 1 },
    ]);
  await renderApp('/cart');
  await screen.findByText('Mug');
  expect(line('Item no longer available').queryByText(/Quantity/)).toBeNull();
  expect(summary('Subtotal')).toBe('$12.00');
});

test.each([
  ['offline', 'Check your connection and try again.'],
  ['status-500', 'The shop has a problem. Please try again later.'],
  ['status-401', 'Log in and try again.'],
] as const)('with the fault %s, the panel says: %s', async (scenario, text) => {
  await renderApp('/cart', { loggedIn: true, scenario });
  expect(await screen.findByText(text)).toBeVisible();
});
