import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogue } from '../../../mocks/catalogue';
import { count, network } from '../../../tests/backend';
import { renderApp } from '../../../tests/renderApp';

const firstCard = () => screen.findByRole('article', { name: 'Stoneware Mug' });

test('shows the title, the filters and a card with all its texts for each item', async () => {
  await renderApp('/items');
  expect(screen.getByRole('heading', { level: 1, name: 'Explore Our Items' })).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: 'Min Price' })).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: 'Max Price' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Category' })).toBeVisible();

  const card = within(await firstCard());
  expect(card.getByText('Hand-glazed 350 ml mug. Dishwasher and microwave safe.')).toBeVisible();
  expect(card.getByText('Category: Kitchen')).toBeVisible();
  expect(card.getByText('$18.50')).toBeVisible();
  expect(card.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(catalogue.length);
});

test('loads once when it opens, without a token, and again on coming back', async () => {
  const { user } = await renderApp('/items', { signedIn: true });
  await firstCard();
  expect(network.calls).toEqual([{ call: 'GET /items', authorization: null, body: '' }]);

  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(screen.getByRole('link', { name: 'Items' }));
  await firstCard();
  await waitFor(() => expect(count('GET /items')).toBe(2));
});
