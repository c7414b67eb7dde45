import { expectAccepted } from '../judge/expect.ts';
import { test } from './journey.ts';

// The body of each operation's responses, as openapi.yaml describes it. Other journeys check what the calls do.

test('signup answers: The response of POST /auth/signup is as described', async ({ call, newAccount }) => {
  expectAccepted(await call('signup', { body: newAccount() }));
});

test('login answers: The response of POST /auth/login is as described', async ({ signup, call }) => {
  const { email, password } = (await signup()).account;
  expectAccepted(await call('login', { body: { email, password } }));
});

test('getItems answers: The response of GET /items is as described', async ({ call }) => {
  expectAccepted(await call('getItems'));
  expectAccepted(await call('getItems', { query: { priceMin: 0 } }));
});

test('getCart answers: The response of GET /cart is as described', async ({ signup, call, item, other }) => {
  const { token } = await signup();
  expectAccepted(await call('getCart', { token }));
  for (const { _id } of [item, other]) {
    await call('addToCart', { token, body: { itemId: _id, quantity: 1 } });
    expectAccepted(await call('getCart', { token }));
  }
});

test('addToCart answers: The response of POST /cart/add is as described', async ({ signup, item }) => {
  const ada = await signup();
  await ada.add(item, 1);
});

test('removeFromCart answers: The response of POST /cart/remove is as described', async ({
  signup,
  item,
}) => {
  const ada = await signup();
  await ada.add(item, 1);
  await ada.remove(item);
});
