import type { Locator } from '@playwright/test';
import { expect, hydrated, readLayoutShifts, test } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { pendingStates, prepare, reach, stateErrors, states } from '../support/states';

test('Apply shows the start of the results below the sticky filters, without a layout shift', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 3000));
  const { held, release } = backend.hold('/items');
  await page.getByLabel('Category').fill('Books');
  await page.getByLabel('Category').press('Enter');
  await held;
  release();
  await expect(page.getByText('7 items')).toBeInViewport();
  const filters = await page.locator('.filters').boundingBox();
  const firstCard = await page.getByRole('article').first().boundingBox();
  expect(firstCard?.y).toBeGreaterThanOrEqual((filters?.y ?? 0) + (filters?.height ?? 0));
  expect(firstCard?.y).toBeLessThan(400);
  expect(await readLayoutShifts(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the search key of the keyboard applies the filters, and the keyboard closes', async ({ page }) => {
    await page.goto('/items');
    await hydrated(page);
    await page.getByLabel('Category').tap();
    await page.keyboard.type('Books');
    await page.keyboard.press('Enter');
    await expect(page.getByText('7 items')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Apply Filters' })).toBeFocused();
  });
});

test('a login and a logout in one tab update the navigation of the other', async ({
  page,
  context,
  shopper,
}) => {
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await hydrated(otherTab);
  await shopper.logIn();
  await expect(otherTab.getByRole('button', { name: 'Logout' })).toBeVisible();
  await otherTab.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
});

test.describe('slow', () => {
  test.use({ allowErrors: stateErrors });
  for (const [width, height] of [
    [1280, 720],
    [360, 640],
  ] as const)
    test(`${width} px: no state has a layout shift while it loads slowly`, async ({
      page,
      backend,
      shopper,
    }) => {
      await page.setViewportSize({ width, height });
      for (const state of states.filter(
        ({ act, press, address, scenario }) =>
          !act && !press && scenario !== 'hang' && /^\/(items|cart)/.test(address),
      ))
        await test.step(state.name, async () => {
          const { name, address, text } = state;
          await prepare(state, shopper, backend);
          // At any path: a screen's address need not be that of its request.
          const { held, release } = backend.hold();
          await page.goto(address);
          await held;
          await hydrated(page);
          release();
          await expect.poll(() => page.evaluate(() => document.body.textContent)).toContain(text);
          expect(await readLayoutShifts(page), name).toEqual([]);
        });
    });
});

test('reduced motion: a card under the pointer does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/items');
  const card = page.getByRole('article').first();
  await card.hover();
  expect(await card.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
});

test('forced colours: cards and buttons have borders, the main button is filled, the current link is marked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/items');
  const readStyle = (target: Locator) =>
    target.evaluate((element) => {
      const style = getComputedStyle(element);
      return {
        background: style.backgroundColor,
        border: style.borderTopWidth === '0px' ? 'none' : style.borderTopColor,
        underline: style.borderBottomWidth === '0px' ? 'none' : style.borderBottomColor,
      };
    });
  const button = (name: string) => page.getByRole('button', { name }).first();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const canvas = (await readStyle(page.locator('body'))).background;
  const add = await readStyle(button('Add to Cart'));
  expect((await readStyle(page.getByRole('article').first())).border).not.toBe('none');
  expect(add.border).not.toBe(add.background);
  expect([canvas, add.background]).not.toContain((await readStyle(button('Apply Filters'))).background);
  await expect(button('Apply Filters')).toHaveCSS('forced-color-adjust', 'none');
  expect([canvas, 'none']).not.toContain((await readStyle(link('Items'))).underline);
  // No link has a border like a button's.
  expect(await readStyle(link('Home'))).toMatchObject({ border: 'none', underline: 'none' });
});

test('forced colours: placeholders have a colour of their own', async ({ page, backend }) => {
  backend.use('hang');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/items');
  const canvas = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect(page.locator('.placeholder').first()).not.toHaveCSS('background-color', canvas);
});

test('the borders of buttons and fields have a contrast of 3:1, and of 7:1 if the shopper prefers more', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const contrast of ['no-preference', 'more'] as const) {
      await page.emulateMedia({ colorScheme, contrast });
      for (const part of ['.btn-outline-primary', '.form-control']) {
        const ratio = await page.locator(part).first().evaluate(borderContrast);
        expect(ratio, `${part} ${colorScheme}`).toBeGreaterThan(contrast === 'more' ? 7 : 3);
      }
    }
});

test('a pending button keeps its size, place and focus, and shows its spinner instead of its text, also with forced colours', async ({
  page,
  shopper,
  backend,
}) => {
  const devtools = await page.context().newCDPSession(page);
  for (const [width, fontSize] of [
    [320, 16],
    [1280, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
    for (const { press, outcome: _, ...state } of pendingStates) {
      await reach(state, shopper, backend);
      await hydrated(page);
      const target = page.getByRole('button', { name: press ?? '' }).first();
      await target.scrollIntoViewIfNeeded();
      const before = await page.evaluate(readBoxes);
      // The second click meets the pending button.
      await target.dblclick();
      const spinner = page.locator('.btn .spinner-border');
      await expect(spinner).toBeVisible();
      await expect(target).toBeFocused();
      const when = `${state.name}, ${width} px, text of ${fontSize} px`;
      expect(await page.evaluate(readBoxes), when).toEqual(before);
      expect(await spinner.evaluate(isInsideButton), `${when}: the spinner is inside the button`).toBe(true);
      await expect(spinner.locator('..')).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
      await expect(spinner.locator('..')).toHaveCSS('forced-color-adjust', 'none');
    }
  }
});

/** Where every button, name and price is in the document. Runs in the page. */
const readBoxes = () =>
  [...document.querySelectorAll('main :is(button, h2, .price, .unit, .quantity, .cart-line, article)')].map(
    (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top + scrollY, width, height].map((length) => Math.round(10 * length) / 10).join(' ');
    },
  );

/** Whether the spinner, a turning circle whose box is smaller at rest, is inside its button. Runs in the page. */
function isInsideButton(spinner: Element) {
  for (const animation of spinner.getAnimations()) animation.cancel();
  const inner = spinner.getBoundingClientRect();
  const outer = (spinner.closest('button') as Element).getBoundingClientRect();
  return [
    inner.left - outer.left,
    outer.right - inner.right,
    inner.top - outer.top,
    outer.bottom - inner.bottom,
  ].every((distance) => distance >= 0);
}

test('a click before hydration shows at once that it was taken, in light, dark and forced colours', async ({
  page,
}) => {
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media);
    const release = await holdBundle(page);
    await page.goto('/login', { waitUntil: 'commit' });
    for (const name of ['Show', 'Login']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toHaveCSS('opacity', '1');
      await button.click();
      await expect(button).toHaveCSS('opacity', '0.6');
    }
    release();
    await hydrated(page);
    await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
    await expect(page.locator('button.active')).toHaveCount(0);
    await page.unrouteAll();
  }
});

test('with large text, which makes cards taller, a reload returns to the same place in the list', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  const cards = page.getByRole('article');
  await page.goto('/items');
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.reload();
  await expect(cards).toHaveCount(60);
  const position = await page.evaluate(() => {
    scrollTo(0, 0.9 * document.documentElement.scrollHeight);
    return scrollY;
  });
  await page.reload();
  await expect(cards).toHaveCount(60);
  // Within 5 px: cards are fractions of a pixel high.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(position, -1);
});

test('what sticks covers less than 45 % of a laptop window at every text size, and less than the scroll padding', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await page.goto('/items');
  await expect(page.getByText('60 items')).toBeVisible();
  for (const size of [16, 20, 24, 32]) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
    for (const [width, height] of [
      [1024, 768],
      [1280, 720],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      const { covered, nav, filters, padding } = await page.evaluate(() => {
        /** In three columns */
        const isCovered = (y: number) => [0.1, 0.5, 0.9].some((part) => sticks(innerWidth * part, y));
        function sticks(x: number, y: number) {
          let element = document.elementFromPoint(x, y);
          while (element && !/sticky|fixed/.test(getComputedStyle(element).position))
            element = element.parentElement;
          return element !== null;
        }
        const bottomOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
        return {
          covered: Array.from({ length: innerHeight }, (_, y) => y).filter(isCovered),
          nav: bottomOf('header'),
          filters: bottomOf('.filters'),
          padding: Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
        };
      });
      const when = `${width} px, text of ${size} px`;
      expect(covered.length / height, when).toBeLessThan(0.45);
      // The filters do not float below a navigation that has scrolled away.
      if (filters > 0) expect(nav, when).toBeGreaterThan(0);
      expect(padding, when).toBeGreaterThan(covered.at(-1) ?? 0);
    }
  }
});

/** The contrast of an element's border to the card around it. Runs in the page. */
function borderContrast(element: Element) {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  const luminance = (colour: string) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const border = luminance(getComputedStyle(element).borderTopColor);
  const card = luminance(getComputedStyle(element.closest('.card') as Element).backgroundColor);
  return (Math.max(border, card) + 0.05) / (Math.min(border, card) + 0.05);
}
