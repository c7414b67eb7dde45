import type { Page } from '@playwright/test';
import { expect, test } from '../support/deployFixtures';
import { logIn, refusedCalls, sendLogin } from '../support/fixtures';

test.use({ allowErrors: refusedCalls });

const addFirst = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).first().click();

for (const situation of ['server-error:getItems', 'offline:getItems'] as const)
  test(`a list that fails can be loaded again: ${situation}`, async ({ page, store, alerts }) => {
    store.backend.use(situation);
    await page.goto('/items');
    await expect(page.getByRole('alert')).toContainText('The items could not be loaded.');
    store.backend.use('normal');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('60 items')).toBeVisible();
    expect(alerts).toEqual([]);
  });

test('an item that cannot be added says so', async ({ page, store, alerts }) => {
  await logIn(page);
  store.backend.use('server-error:addToCart');
  await addFirst(page);
  await expect.poll(() => alerts).toEqual(['Login successful', 'Please login to add items to cart.']);
});

test('a removal that fails says so and leaves the line', async ({ page, store, alerts }) => {
  await logIn(page);
  await addFirst(page);
  await expect.poll(() => alerts).toContain('Item added to cart!');
  await page.getByRole('link', { name: 'Cart' }).click();
  store.backend.use('server-error:removeFromCart');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => alerts).toContain('Error removing item.');
  await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible();
});

test('a token that the backend knows no more leads to the login', async ({ page, store, alerts }) => {
  await logIn(page);
  await expect(page).toHaveURL('/items');
  store.backend.use('expired-token');
  await page.getByRole('link', { name: 'Cart' }).click();
  await expect.poll(() => alerts).toContain('Please login to view your cart.');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
});

test('a signup answered by a page is a failure', async ({ page, store, alerts }) => {
  store.backend.use('html-instead-of-json:signup');
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect.poll(() => alerts).toEqual(['Signup failed. Please try again.']);
});

test('while the backend is down the pages are there, and the store works when it is back', async ({
  page,
  store,
  alerts,
}) => {
  await store.backend.stop();
  await sendLogin(page);
  await expect.poll(() => alerts).toEqual(['Login failed. Please check your credentials.']);
  await page.getByRole('link', { name: 'Items' }).click();
  await expect(page.getByRole('alert')).toContainText('The items could not be loaded.');
  await store.backend.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('60 items')).toBeVisible();
});

test('an unknown address has the 404 page, with a way on', async ({ page }) => {
  const answer = await page.goto('/no/such/screen');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Items' }).click();
  await expect(page.getByText('60 items')).toBeVisible();
});
