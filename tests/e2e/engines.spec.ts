import { expect, test } from '../support/fixtures';

test('opening the list is one call', async ({ shopper }) => {
  await shopper.open('/items?category=Books');
  await shopper.sees('7 items');
  expect(shopper.calls()).toEqual(['GET /items?category=Books']);
});

test.describe('against the policy', () => {
  test.use({ allowErrors: /policy/i });

  test('a style that somebody has planted is refused', async ({ shopper }) => {
    await shopper.open('/login');
    const color = await shopper.look(() => {
      const style = document.createElement('style');
      style.textContent = 'h1 { color: rgb(1, 2, 3) }';
      document.head.append(style);
      return getComputedStyle(document.querySelector('h1') as Element).color;
    });
    expect(color).not.toBe('rgb(1, 2, 3)');
  });
});

test('a reload returns to the place in the list', async ({ shopper }) => {
  await shopper.open('/items');
  await shopper.sees('60 items');
  await shopper.look(() => scrollTo(0, 1200));
  await shopper.reload();
  await shopper.sees('60 items');
  await expect.poll(() => shopper.look(() => scrollY)).toBe(1200);
});

test('the home page is no wider than a phone that has been turned upright', async ({ shopper }) => {
  await shopper.resize(740, 360);
  await shopper.open('/');
  await shopper.resize(360, 740);
  await expect.poll(() => shopper.look(() => innerWidth)).toBe(360);
  expect(await shopper.look(() => document.documentElement.scrollWidth)).toBe(360);
});
