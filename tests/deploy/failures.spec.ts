import { test } from '../support/deployFixtures';
import { expect, refusedCalls } from '../support/fixtures';

test.use({ allowErrors: refusedCalls });

for (const situation of ['server-error:getItems', 'offline:getItems'] as const)
  test(`a list that fails can be loaded again: ${situation}`, async ({ shopper, store }) => {
    store.backend.use(situation);
    await shopper.open('/items');
    await shopper.sees('The items could not be loaded.');
    store.backend.use('normal');
    await shopper.press('Try again');
    await shopper.sees('60 items');
    await shopper.hears();
  });

test('an addition and a removal that fail say so and leave the cart as it is', async ({ shopper, store }) => {
  const heard = ['Login successful'];
  await shopper.logIn();
  store.backend.use('server-error:addToCart');
  await shopper.press('Add to Cart');
  heard.push('Please login to add items to cart.');
  await shopper.hears(...heard);
  store.backend.use('normal');
  await shopper.press('Add to Cart', 'Stoneware Mug');
  heard.push('Item added to cart!');
  await shopper.hears(...heard);
  await shopper.follow('Cart');
  await shopper.sees('Quantity: 1');
  store.backend.use('server-error:removeFromCart');
  await shopper.press('Remove');
  heard.push('Error removing item.');
  await shopper.hears(...heard);
  await shopper.sees('Stoneware Mug');
});

test('a token that the backend knows no more leads to the login', async ({ shopper, store }) => {
  await shopper.logIn();
  store.backend.use('expired-token');
  await shopper.follow('Cart');
  await shopper.hears('Login successful', 'Please login to view your cart.');
  await shopper.follow('Log in');
  await shopper.isAt('/login');
});

test('a signup answered by a page is a failure', async ({ shopper, store }) => {
  store.backend.use('html-instead-of-json:signup');
  await shopper.sendSignup();
  await shopper.hears('Signup failed. Please try again.');
});

test('while the backend is down the pages are there, and the store works when it is back', async ({
  shopper,
  store,
}) => {
  await store.backend.stop();
  await shopper.sendLogin();
  await shopper.hears('Login failed. Please check your credentials.');
  await shopper.follow('Items');
  await shopper.sees('The items could not be loaded.');
  await store.backend.start();
  await shopper.press('Try again');
  await shopper.sees('60 items');
});

test('an unknown address has the 404 page, with a way on', async ({ shopper }) => {
  await shopper.open('/no/such/screen');
  await shopper.sees('Page not found');
  await shopper.follow('Browse Items');
  await shopper.sees('60 items');
});

test('leaving while the cart or a signup is on its way says nothing', async ({ shopper, store }) => {
  await shopper.logIn();
  store.backend.use('hang:getCart');
  await shopper.follow('Cart');
  await expect.poll(shopper.calls).toContain('GET /cart');
  await shopper.reload();
  // The script would not know that a page is left which it has only just come to.
  await shopper.sees('Logout');
  store.backend.use('hang:signup');
  await shopper.sendSignup();
  await expect.poll(shopper.calls).toContain('POST /auth/signup');
  await shopper.open('/');
  await shopper.sees('Welcome to Our Store!');
  await shopper.hears('Login successful');
});
