import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { count, holdResponse } from '../../../tests/support/network';
import { renderApp } from '../../../tests/support/renderApp';

const lamp = { _id: 'lamp', name: 'Lamp of the first answer', description: '', category: 'Late', price: 1 };

test('the first of two equal loads, answered last, does not overwrite the second', async () => {
  const { user } = await renderApp('/items?category=Toys');
  await screen.findByText('6 items');
  const answerLate = holdResponse();
  const apply = screen.getByRole('button', { name: 'Apply Filters' });
  await user.click(apply);
  await waitFor(() => expect(count('GET /items?category=Toys')).toBe(2));
  await user.click(apply);
  await screen.findByText('6 items');
  await answerLate(Response.json([lamp]));
  expect(screen.queryByText(lamp.name)).toBeNull();
  expect(count('GET /items?category=Toys')).toBe(3);
});

test('a logout while an Add is under way raises no alert for it', async () => {
  const { user, alerts, reload } = await renderApp('/items', { signedIn: true });
  await screen.findByText('60 items');
  const answerLate = holdResponse();
  await user.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement);
  await waitFor(() => expect(count('POST /cart/add')).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(reload).toHaveBeenCalledOnce();
  await answerLate(Response.json({}, { status: 401 }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Login' })).toBeVisible());
  await screen.findByText('60 items');
  expect(alerts).toEqual([]);
});

test('an alert that the browser suppresses holds nothing up', async () => {
  const { user } = await renderApp('/login');
  const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
  await user.type(field('Email'), 'demo@example.com');
  await user.type(field('Password'), 'demo-password');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('60 items');
});
