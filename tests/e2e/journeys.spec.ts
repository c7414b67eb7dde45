import { demoAccount } from '../../mocks/demoAccount';
import { expect, refusedCalls, test } from '../support/fixtures';
import { headings } from '../support/screens';

test('a shopper signs up, filters, adds, removes, logs out, and finds the cart after logging in again', async ({
  shopper,
}) => {
  await shopper.open('/');
  await shopper.follow('Signup');
  await shopper.fill('Name', 'Ada Lovelace');
  await shopper.fill('Email', 'ada@example.com');
  await shopper.fill('Password', 'correct horse');
  await shopper.press('Signup');
  await shopper.hears('Signup successful');
  await shopper.isAt('/items');
  await shopper.sees('60 items');

  await shopper.fill('Min Price', '19.99');
  await shopper.fill('Category', 'books');
  await shopper.press('Apply Filters');
  await shopper.sees('4 items');
  const heard = ['Signup successful'];
  for (const name of ['Bread at Home', 'Bread at Home', 'Birds of the Coast']) {
    await shopper.press('Add to Cart', name);
    heard.push('Item added to cart!');
    await shopper.hears(...heard);
  }

  await shopper.follow('Cart');
  await shopper.sees('3 items');
  await shopper.press('Remove', 'Birds of the Coast');
  await shopper.misses('Birds of the Coast');
  await shopper.sees('Quantity: 2');

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
  await shopper.hears(...heard);

  await shopper.open('/');
  await shopper.press('Logout');
  await shopper.sees('Login');
  expect(await shopper.token()).toBeNull();
  await shopper.follow('Login');
  await shopper.fill('Email', 'ada@example.com');
  await shopper.fill('Password', 'correct horse');
  await shopper.press('Login');
  await shopper.hears(...heard, 'Login successful');
  await shopper.isAt('/items');
  await shopper.follow('Cart');
  await shopper.sees('Bread at Home');
  await shopper.sees('Quantity: 2');
});

test.describe('refused', () => {
  test.use({ allowErrors: refusedCalls });

  test('a login with a wrong password says so and keeps the form', async ({ shopper }) => {
    await shopper.sendLogin({ ...demoAccount, password: 'wrong' });
    await shopper.hears('Login failed. Please check your credentials.');
    await shopper.finds({ Email: demoAccount.email, Password: 'wrong' });
    await shopper.isAt('/login');
  });

  test('a signup with a known email says so and keeps the form', async ({ shopper }) => {
    await shopper.open('/signup');
    await shopper.fill('Name', 'Somebody Else');
    await shopper.fill('Email', demoAccount.email);
    await shopper.fill('Password', 'secret');
    await shopper.press('Signup');
    await shopper.hears('Signup failed. Please try again.');
    await shopper.finds({ Name: 'Somebody Else', Email: demoAccount.email, Password: 'secret' });
    await shopper.isAt('/signup');
  });

  test('a visitor who adds or opens the cart is asked to log in', async ({ shopper }) => {
    await shopper.open('/items');
    await shopper.press('Add to Cart');
    await shopper.hears('Please login to add items to cart.');
    await shopper.follow('Cart');
    await shopper.sees('Your cart could not be loaded.');
    await shopper.hears('Please login to add items to cart.', 'Please login to view your cart.');
  });
});

test.describe('addresses', () => {
  // A host that knows only files has its 404 page for an address with a parameter, and that page is the store.
  test.use({ allowErrors: refusedCalls });

  test('a deep link to each screen opens it, also after a reload', async ({ shopper }) => {
    await shopper.logIn();
    for (const [path, heading] of Object.entries(headings)) {
      const address = path === '/items' ? '/items?category=Books' : path;
      await test.step(address, async () => {
        await shopper.open(address);
        await shopper.sees(heading);
        await shopper.reload();
        await shopper.sees(heading);
        await shopper.isAt(address);
      });
    }
  });
});

test('the grid has one to four columns by width', async ({ shopper }) => {
  const countColumns = () => {
    // Of the columns, since a card under the pointer is lifted.
    const columns = [...document.querySelectorAll('main li')];
    const tops = columns.map((column) => column.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  };
  await shopper.open('/items');
  await shopper.sees('60 items');
  for (const [width, columns] of [
    [500, 1],
    [700, 2],
    [900, 3],
    [1200, 4],
  ] as const) {
    await shopper.resize(width, 800);
    await expect.poll(() => shopper.look(countColumns)).toBe(columns);
  }
});
