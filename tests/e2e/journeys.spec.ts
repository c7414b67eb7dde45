import { messages } from '../../src/store/messages';
import { expect, test } from '../support/fixtures';
import { homeHeading } from '../support/screens';

test('a shopper signs up, filters, adds, removes, logs out, and finds the cart after the next login', async ({
  shopper,
}) => {
  await shopper.open('/');
  await shopper.clickLink('Signup');
  await shopper.fill('Name', 'Ada Lovelace');
  await shopper.fill('Email', 'ada@example.com');
  await shopper.fill('Password', 'correct horse');
  await shopper.clickButton('Signup');
  await shopper.expectAlerts(messages.signup.success);
  await shopper.expectAddress('/items');
  await shopper.expectText('60 items');

  await shopper.fill('Min Price', '19.99');
  await shopper.fill('Category', 'books');
  await shopper.clickButton('Apply Filters');
  await shopper.expectText('4 items');
  const shown = [messages.signup.success];
  for (const name of ['Bread at Home', 'Bread at Home', 'Birds of the Coast']) {
    await shopper.clickButton('Add to Cart', name);
    shown.push(messages.addToCart.success);
    await shopper.expectAlerts(...shown);
  }

  await shopper.clickLink('Cart');
  await shopper.expectText('Birds of the Coast');
  await shopper.clickButton('Remove', 'Birds of the Coast');
  await shopper.expectText('Birds of the Coast removed.');
  await shopper.expectText('Quantity: 2');

  expect(shopper.calls()).toEqual([
    'POST /auth/signup',
    'GET /items',
    'GET /items?priceMin=19.99&category=books',
    'POST /cart/add',
    'POST /cart/add',
    'POST /cart/add',
    'GET /cart',
    'POST /cart/remove',
    'GET /cart',
  ]);
  await shopper.expectAlerts(...shown);

  await shopper.open('/');
  await shopper.logOut();
  expect(await shopper.token()).toBeNull();
  await shopper.clickLink('Login');
  await shopper.fill('Email', 'ada@example.com');
  await shopper.fill('Password', 'correct horse');
  await shopper.clickButton('Login');
  await shopper.expectAlerts(...shown, messages.login.success);
  await shopper.expectAddress('/items');
  await shopper.clickLink('Cart');
  await shopper.expectText('Bread at Home');
  await shopper.expectText('Quantity: 2');
});

// Engines differ in how they fail the requests of a page that is being left.
test('a page that is left while requests are in flight raises no alert', async ({ shopper, backend }) => {
  await shopper.logIn();
  backend.use('hang:getCart');
  await shopper.clickLink('Cart');
  await expect.poll(shopper.calls).toContain('GET /cart');
  await shopper.reload();
  await shopper.expectHydrated();

  backend.use('normal');
  const { held } = backend.hold('/cart', 'half of the response is late');
  await shopper.reload();
  await held;
  await shopper.expectHydrated();
  backend.use('hang:login');
  const before = shopper.calls().length;
  await shopper.open('/login');
  await shopper.submitLogin();
  await expect.poll(() => shopper.calls().slice(before)).toContain('POST /auth/login');
  await shopper.open('/');
  await shopper.expectText(homeHeading);
  await shopper.expectAlerts(messages.login.success);
});
