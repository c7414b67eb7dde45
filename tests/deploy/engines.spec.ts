import { expect, test } from '../support/fixtures';

test('the call for the list leaves before the bundle has come, and there is one', async ({ shopper }) => {
  await shopper.open('/items?category=Books');
  await shopper.sees('7 items');
  expect(shopper.calls()).toEqual(['GET /items?category=Books']);
  const [sent, bundleCame] = await shopper.look(() => {
    const find = (part: string) =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes(part));
    return [find('/api/')?.startTime, (find('/assets/') as PerformanceResourceTiming).responseEnd];
  });
  expect(sent).toBeLessThan(Number(bundleCame));
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
