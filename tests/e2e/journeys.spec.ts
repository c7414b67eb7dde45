import { demoAccount } from '../../mocks/demoAccount';
import { expect, logIn, refusedCalls, sendLogin, test } from '../support/fixtures';

test('a shopper signs up, filters, adds, removes, logs out, and finds the cart after logging in again', async ({
  page,
  alerts,
  calls,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Signup' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect(page).toHaveURL('/items');
  await expect(page.getByText('60 items')).toBeVisible();

  await page.getByLabel('Min Price').fill('19.99');
  await page.getByLabel('Category').fill('books');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByText('4 items')).toBeVisible();
  for (const name of ['Bread at Home', 'Bread at Home', 'Birds of the Coast']) {
    const added = page.waitForEvent('dialog');
    await page.getByRole('article', { name }).getByRole('button', { name: 'Add to Cart' }).click();
    await added;
  }

  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByText('Subtotal: $86.90')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).last().click();
  await expect(page.getByText('Birds of the Coast')).toBeHidden();
  await expect(page.getByText('Quantity: 2')).toBeVisible();

  expect(calls).toEqual([
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
  const added = 'Item added to cart!';
  expect(alerts).toEqual(['Signup successful', added, added, added]);

  await page.goto('/');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout' }).click();
  await reloaded;
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/items');
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByRole('heading', { name: 'Bread at Home' })).toBeVisible();
  await expect(page.getByText('Quantity: 2')).toBeVisible();
});

test.describe('refused', () => {
  test.use({ allowErrors: refusedCalls });

  test('a login with a wrong password says so and keeps the form', async ({ page, alerts }) => {
    await sendLogin(page, { ...demoAccount, password: 'wrong' });
    await expect.poll(() => alerts).toEqual(['Login failed. Please check your credentials.']);
    await expect(page.getByLabel('Email')).toHaveValue(demoAccount.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong');
    await expect(page).toHaveURL('/login');
  });

  test('a signup with a known email says so and keeps the form', async ({ page, alerts }) => {
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Somebody Else');
    await page.getByLabel('Email').fill(demoAccount.email);
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Signup' }).click();
    await expect.poll(() => alerts).toEqual(['Signup failed. Please try again.']);
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
    await expect(page).toHaveURL('/signup');
  });

  test('a visitor who adds or opens the cart is asked to log in', async ({ page, alerts }) => {
    await page.goto('/items');
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect.poll(() => alerts).toEqual(['Please login to add items to cart.']);
    await page.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByText('Your cart could not be loaded.')).toBeVisible();
    expect(alerts.slice(1)).toEqual(['Please login to view your cart.']);
  });
});

for (const [address, title] of [
  ['/', 'Welcome to Our Store!'],
  ['/signup', 'Create Your Account'],
  ['/login', 'Login to Your Account'],
  ['/items?category=Books', 'Explore Our Items'],
  ['/cart', 'Your Shopping Cart'],
] as const) {
  test(`a deep link to ${address} opens its screen, also after a reload`, async ({ page }) => {
    await logIn(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(address);
  });
}

for (const [width, columns] of [
  [500, 1],
  [700, 2],
  [900, 3],
  [1200, 4],
] as const) {
  test(`the grid has ${columns} columns at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/items');
    await expect(page.getByText('60 items')).toBeVisible();
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.slice(0, 12).map((card) => card.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  });
}
