import type { CDPSession, Page } from '@playwright/test';
import { messages } from '../../src/store/messages';
import { expect, test } from '../support/fixtures';
import { reach, stateErrors, stateGroups } from '../support/states';

test.use({ allowErrors: stateErrors, contextOptions: { reducedMotion: 'reduce' } });

for (const { group, tag, states } of stateGroups)
  test(`in ${group}, nothing is cut off, broken or wider than the window, and controls are large enough for a finger`, {
    tag,
  }, async ({ page, shopper, backend }) => {
    const devtools = await page.context().newCDPSession(page);
    for (const state of states)
      await test.step(state.name, async () => {
        await reach(state, shopper, backend);
        // The page is laid out, but not painted, which saves an eighth of the time.
        await page.locator('html').evaluate((root) => root.style.setProperty('visibility', 'hidden'));
        // An applied price must fit next to the texts around it at every size.
        for (const size of state.address.includes('price') ? [32, 28, 24, 20, 16] : [32, 24, 16]) {
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
          await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
          const flaws = await findFlaws(page, devtools, size);
          expect(flaws, `${state.name}, text of ${size} px, ${flaws[0]}`).toEqual([]);
        }
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
        await setWidth(devtools, 320);
        expect(await page.evaluate(findSmallTargets), `${state.name}, on a phone`).toEqual([]);
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      });
  });

/** The flaws from 320 to 1440 px, such as "340 px: $249.00 is broken". Steps are smallest where the layout changes most. */
async function findFlaws(page: Page, devtools: CDPSession, fontSize: number): Promise<string[]> {
  const flaws: string[] = [];
  const step = fontSize === 16 ? 20 : 40;
  for (let width = 320; width <= 1440; width += width < 800 ? step : 2 * step) {
    await setWidth(devtools, width);
    flaws.push(...(await page.evaluate(findFlawsHere)).map((flaw) => `${width} px: ${flaw}`));
  }
  return flaws;
}

/** Faster than page.setViewportSize(), which also resizes the window. */
function setWidth(devtools: CDPSession, width: number) {
  const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false };
  return devtools.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Runs in the page. */
function findFlawsHere(): string[] {
  const root = document.documentElement;
  const flaws: string[] = [];
  const isOutside = (element: Element) => element.getBoundingClientRect().right > innerWidth;
  if (root.scrollWidth > innerWidth) {
    const outside = [...root.querySelectorAll('#root *')].findLast(isOutside);
    flaws.push(`scrolls sideways by ${root.scrollWidth - innerWidth} px, because of ${outside?.outerHTML}`);
  }

  const range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector('#root') as Element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.parentElement?.closest('.visually-hidden, .skip-link')) continue;
    range.selectNodeContents(text);
    if (range.getClientRects().length === 1) continue;
    // Lines may break at a hyphen and inside long words, but never inside a price.
    for (const { 0: word, index } of text.data.matchAll(/\$[\d.,]+|[^\s-]+/g)) {
      if (word.length > 14 && !word.startsWith('$')) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        flaws.push(`${word} is broken`);
    }
  }

  for (const figure of document.querySelectorAll(
    '.filter-summary > :last-child, .cart-line > p:not(.line-total), .line-total > :last-child',
  )) {
    range.selectNodeContents(figure);
    const { left, right } = range.getBoundingClientRect();
    const around = (figure.closest('.cart-line, .title-row') as Element).getBoundingClientRect();
    if (right > around.right + 1) flaws.push(`"${figure.textContent}" is cut off`);
    const item = figure.closest('.line-total') ?? figure;
    for (const other of item.parentElement?.children ?? []) {
      const box = other.getBoundingClientRect();
      const isBeside =
        box.bottom > range.getBoundingClientRect().top + 1 &&
        box.top < range.getBoundingClientRect().bottom - 1;
      if (other !== item && isBeside && box.left < right - 1 && box.right > left + 1)
        flaws.push(`"${figure.textContent}" overlaps "${other.textContent}"`);
    }
  }

  const hasLargeText = getComputedStyle(root).fontSize !== '16px';
  if (!hasLargeText && (document.querySelector('nav')?.offsetHeight ?? 0) > 60)
    flaws.push('the navigation has two rows');
  for (const button of document.querySelectorAll('.btn:not(.skip-link)'))
    if (button.scrollWidth > button.clientWidth + 1) flaws.push(`"${button.textContent}" is cut off`);
  for (const name of document.querySelectorAll('.cart-line a.name, .cart-line h2.name')) {
    const parentWidth = (name.parentElement as Element).getBoundingClientRect().width;
    const fontSize = Number.parseFloat(getComputedStyle(name).fontSize);
    if (name.getBoundingClientRect().width < Math.min(8 * fontSize, 0.8 * parentWidth))
      flaws.push(`"${name.textContent}" is too narrow`);
  }
  return flaws;
}

/** The controls that are less than 44 px high or wide. Runs in the page. */
function findSmallTargets(): string[] {
  return [...document.querySelectorAll('#root :is(a, button, input, select):not(.visually-hidden-focusable)')]
    .map((target) => ({ target, box: (target.closest('label') ?? target).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
    .map(({ target, box }) => `${target.textContent || target.id}: ${box.width} × ${box.height}`);
}

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
  const expected: [width: number, columns: number][] = [
    [576, 2],
    [767, 2],
    [768, 3],
    [991, 3],
    [992, 4],
    [1440, 4],
  ];
  for (let width = 500; width < 576; width += 5) expected.push([width, 1]);
  for (const [width, columns] of [...expected, [575, 1]]) {
    expect(await countColumns(width as number), `${width} px`).toBe(columns);
  }
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const [width, columns] of [
    [768, 1],
    [992, 1],
    [1440, 2],
  ] as const) {
    expect(await countColumns(width), `${width} px, large text`).toBe(columns);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a tap leaves no hover style behind', async ({ page, shown }) => {
    await page.goto('/items');
    const add = page.getByRole('button', { name: 'Add to Cart' });
    await add.first().tap();
    await expect.poll(() => shown).toEqual([messages.addToCart.failure]);
    await expect(add.first()).not.toHaveAttribute('aria-disabled');
    const readStyles = (index: number) =>
      add.nth(index).evaluate((button) => {
        const { transform, boxShadow } = getComputedStyle(button.closest('article') as Element);
        const { backgroundColor, color } = getComputedStyle(button);
        return { transform, boxShadow, backgroundColor, color };
      });
    // Polled: after a tap, the button looks pressed for a moment, and its colours have a transition.
    await expect.poll(() => readStyles(0)).toEqual(await readStyles(1));
  });
});
