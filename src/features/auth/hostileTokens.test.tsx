import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { find, network } from '../../../tests/support/network';
import { renderApp } from '../../../tests/support/renderApp';
import { messages } from '../../store/messages';

const levels = ['log', 'info', 'debug', 'warn', 'error'] as const;

/** Everything that could leak a token. Only the request header, storage and the auth slice may have it. */
const collectTexts = (state: { auth: object }, spies: { mock: { calls: unknown[][] } }[]) =>
  JSON.stringify({
    console: spies.flatMap(({ mock }) => mock.calls.map((texts) => texts.map(String))),
    address: window.location.href,
    document: document.documentElement.outerHTML,
    state: { ...state, auth: undefined },
  });

test.each([
  ['of 20 kB', `zebra-${'x'.repeat(20_000)}-quagga`, true],
  ['with markup', 'zebra-<script>alert(1)</script>-quagga', true],
  ['with a line break', 'zebra-\r\nx-forged:1-quagga', false],
  ['with characters that cannot be in a header', 'zebra-töken…-quagga', false],
])('requests with an unknown stored token %s fail, and nothing leaks it', async (_name, token, isSent) => {
  const spies = levels.map((level) => vi.spyOn(console, level));
  localStorage.setItem('token', token);
  const { user, shown, store } = await renderApp('/cart');
  await screen.findByText('Your cart could not be loaded.');
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Browse Items' }));
  await user.click((await screen.findAllByRole('button', { name: 'Add to Cart' }))[0] as HTMLElement);
  await waitFor(() => expect(shown).toEqual([messages.getCart.failure, messages.addToCart.failure]));
  await screen.findByText('60 items');

  const sent = network.calls.flatMap(({ authorization }) => authorization ?? []);
  expect(sent).toEqual(isSent ? [`Bearer ${token}`, `Bearer ${token}`] : []);
  const text = collectTexts(store.getState(), spies);
  // In parts, because JSON escapes the line break, and HTML the markup.
  for (const part of ['zebra-', '-quagga']) expect([part, text.includes(part)]).toEqual([part, false]);
});

test.each(['undefined', 'null'])('a stored %j counts as a token, like any other text', async (token) => {
  localStorage.setItem('token', token);
  const { shown } = await renderApp('/cart');
  await screen.findByText('Your cart could not be loaded.');
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(find('GET /cart').map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`]);
  expect(shown).toEqual([messages.getCart.failure]);
});
