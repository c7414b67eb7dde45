import { expect, test } from '../support/fixtures';
import { setWidth } from '../support/layout';

test('the grid has the columns of Bootstrap at normal text size, to the pixel, and fewer with large text', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  const countColumns = async (width: number) => {
    await setWidth(devtools, width);
    return page.evaluate(() => {
      const tops = [...document.querySelectorAll('.batch > li')].map(
        (card) => card.getBoundingClientRect().top,
      );
      return tops.filter((top) => top === tops[0]).length;
    });
  };
  for (const [width, columns] of [
    [500, 1],
    [575, 1],
    [576, 2],
    [767, 2],
    [768, 3],
    [991, 3],
    [992, 4],
    [1440, 4],
  ] as const) {
    expect(await countColumns(width), `${width} px`).toBe(columns);
  }
  for (const [size, width, columns] of [
    [24, 1280, 3],
    [32, 768, 1],
    [32, 992, 1],
    [32, 1440, 2],
  ] as const) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
    expect(await countColumns(width), `${width} px, text of ${size} px`).toBe(columns);
  }
});

test('a short screen has a scrollbar, too, so that links move nothing sideways', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'scroll');
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    // Otherwise no card ever moves.
    contextOptions: { reducedMotion: 'no-preference' },
  });

  test('hover changes no style, because it lasts after a tap', async ({ page }) => {
    await page.goto('/items');
    const add = page.getByRole('button', { name: 'Add to Cart' });
    // Not a tap: its alert would end the hover.
    await add.first().hover();
    const readStyles = (index: number) =>
      add.nth(index).evaluate((button) => {
        const card = button.closest('article') as Element;
        for (const transition of card.getAnimations({ subtree: true })) transition.finish();
        const { transform, boxShadow } = getComputedStyle(card);
        const { backgroundColor, color } = getComputedStyle(button);
        return { transform, boxShadow, backgroundColor, color };
      });
    expect(await readStyles(0)).toEqual(await readStyles(1));
  });
});
