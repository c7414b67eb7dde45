import type { CDPSession, Page } from '@playwright/test';

/** Phones, the first width of each breakpoint, where space is scarcest, and widths between them, where large text breaks rows. */
const widths = [320, 360, 480, 576, 640, 768, 840, 992, 1120, 1280, 1440];

/** The flaws from 320 to 1440 px, such as "360 px: $249.00 is broken". */
export async function findFlaws(page: Page, devtools: CDPSession): Promise<string[]> {
  const flaws: string[] = [];
  for (const width of widths) {
    await setWidth(devtools, width);
    flaws.push(...(await page.evaluate(findFlawsHere)).map((flaw) => `${width} px: ${flaw}`));
  }
  return flaws;
}

/** Faster than page.setViewportSize(), which also resizes the window. */
export function setWidth(devtools: CDPSession, width: number) {
  const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false };
  return devtools.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Runs in the page. */
function findFlawsHere(): string[] {
  const root = document.documentElement;
  const flaws: string[] = [];
  const show = (element: Element) => `"${element.textContent || element.getAttribute('class')}"`;
  // A turning spinner would be cut off at some moments only.
  for (const animation of document.getAnimations()) animation.cancel();
  const isOutside = (element: Element) => element.getBoundingClientRect().right > innerWidth;
  if (root.scrollWidth > innerWidth) {
    const outside = [...root.querySelectorAll('#root *')].findLast(isOutside);
    flaws.push(`scrolls sideways by ${root.scrollWidth - innerWidth} px, because of ${outside?.outerHTML}`);
  }

  const range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector('#root') as Element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.parentElement?.closest('.visually-hidden, .visually-hidden-focusable')) continue;
    range.selectNodeContents(text);
    if (range.getClientRects().length === 1) continue;
    // Lines may break at a hyphen and inside long words or figures, but never inside an ordinary price.
    for (const { 0: word, index } of text.data.matchAll(/\$[\d.,]+|[^\s-]+/g)) {
      if (word.length > 14) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        flaws.push(`${word} is broken`);
    }
  }

  for (const figure of document.querySelectorAll(
    '.filter-summary > :last-child, .cart-line p:not(.line-total), .line-total > :last-child, .cart-summary dd',
  )) {
    range.selectNodeContents(figure);
    const { left, right } = range.getBoundingClientRect();
    const around = (figure.closest('.cart-line, dl, .title-row') as Element).getBoundingClientRect();
    if (right > around.right + 1) flaws.push(`${show(figure)} is cut off`);
    const item = figure.closest('.line-total') ?? figure;
    for (const other of item.parentElement?.children ?? []) {
      const box = other.getBoundingClientRect();
      const isBeside =
        box.bottom > range.getBoundingClientRect().top + 1 &&
        box.top < range.getBoundingClientRect().bottom - 1;
      if (other !== item && isBeside && box.left < right - 1 && box.right > left + 1)
        flaws.push(`${show(figure)} overlaps ${show(other)}`);
    }
  }

  for (const field of document.querySelectorAll<HTMLInputElement>('input[type=number]'))
    if (field.value.length <= 7 && field.scrollWidth > field.clientWidth)
      flaws.push(`"${field.value}" in a field is cut off`);
  for (const button of document.querySelectorAll('.input-group > .btn')) {
    const field = button.previousElementSibling as Element;
    const isBelow = button.getBoundingClientRect().top >= field.getBoundingClientRect().bottom;
    if (isBelow && getComputedStyle(button).borderStartStartRadius === '0px')
      flaws.push(`${show(button)} is below its field, with corners for a place next to it`);
  }

  // Figures shrink only if they are long.
  for (const figure of document.querySelectorAll('.cart-line > :is(.unit, .quantity)'))
    if (getComputedStyle(figure).fontSize !== getComputedStyle(root).fontSize)
      flaws.push(`${show(figure)} is not in the size of the text`);
  const quantities = [...document.querySelectorAll('.cart-line > .quantity')];
  const isAligned = (edge: 'left' | 'right') =>
    new Set(quantities.map((quantity) => Math.round(quantity.getBoundingClientRect()[edge]))).size < 2;
  if (!isAligned('left') && !isAligned('right')) flaws.push('the quantities are not aligned');

  const hasLargeText = getComputedStyle(root).fontSize !== '16px';
  if (!hasLargeText && (document.querySelector('nav')?.offsetHeight ?? 0) > 60)
    flaws.push('the navigation has two rows');
  for (const button of document.querySelectorAll('.btn:not(.visually-hidden-focusable)'))
    if (button.scrollWidth > button.clientWidth + 1) flaws.push(`${show(button)} is cut off`);
  for (const name of document.querySelectorAll('.cart-line h2.name')) {
    const parentWidth = (name.parentElement as Element).getBoundingClientRect().width;
    const fontSize = Number.parseFloat(getComputedStyle(name).fontSize);
    if (name.getBoundingClientRect().width < Math.min(8 * fontSize, 0.8 * parentWidth))
      flaws.push(`${show(name)} is too narrow`);
  }
  return flaws;
}

/** The controls that are less than 44 px high or wide. Runs in the page. */
export function findSmallTargets(): string[] {
  return [...document.querySelectorAll('#root :is(a, button, input, select):not(.visually-hidden-focusable)')]
    .map((target) => ({ target, box: (target.closest('label') ?? target).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
    .map(({ target, box }) => `${target.textContent || target.id}: ${box.width} × ${box.height}`);
}
