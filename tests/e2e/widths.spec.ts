import { expect, refusedCalls, test } from '../support/fixtures';
import { headings } from '../support/screens';

test.use({ allowErrors: new RegExp(`${refusedCalls.source}|rows that do not match`) });

const cart = [
  { item: { _id: 'mug', name: 'Stoneware Mug', price: 18.5 }, quantity: 2 },
  { item: { _id: 'plug', name: 'Professional Noise-Cancelling Headphones', price: 249 }, quantity: 3 },
  { item: { _id: 'yacht', name: 'Racing Yacht', price: 1_299_999 }, quantity: 1 },
  { item: null, quantity: 1 },
];

/** Addresses, and a text that shows that the state is reached. */
const states = {
  ...headings,
  '/items?category=Kitchen&priceMin=20': 'Kitchen · from $20',
  '/items?category=None': 'No items match these filters.',
  '/items?mock=no-items': 'There are no items yet.',
  '/items?mock=server-error': 'The items could not be loaded.',
  '/items?mock=hostile-items': '8 items',
  '/items?mock=hang': 'Min Price',
  '/cart?mock=server-error': 'Your cart could not be loaded.',
  '/cart?mock=normal&filled': 'Subtotal',
};

/** What is wrong in the frame at each width, such as "340 px: $249.00 is broken". Runs in the page around the frame. */
function findFlaws() {
  const frame = document.querySelector('iframe') as HTMLIFrameElement;
  const page = frame.contentDocument as Document;
  const visible = '#root :not(.visually-hidden, .visually-hidden *, .skip-link)';
  const words = [...page.querySelectorAll(visible)].flatMap((element) =>
    [...element.childNodes].flatMap((node) =>
      // Lines may break at a hyphen, and inside longer words.
      [...(node.nodeType === Node.TEXT_NODE ? (node as Text).data : '').matchAll(/[^\s-]+/g)]
        .filter(([word]) => /^\$[\d.,]+$/.test(word) || word.length <= 14)
        .map(({ 0: word, index }) => {
          const range = page.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return { word, range };
        }),
    ),
  );
  const flaws: string[] = [];
  for (let width = 320; width <= 1440; width += 20) {
    frame.style.width = `${width}px`;
    const report = (flaw: string) => flaws.push(`${width} px: ${flaw}`);
    const overflow = page.documentElement.scrollWidth - width;
    if (overflow > 0) report(`scrolls sideways by ${overflow} px`);
    for (const { word, range } of words)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) report(`${word} is broken`);
    const isLarge = getComputedStyle(page.documentElement).fontSize !== '16px';
    if (!isLarge && (page.querySelector('nav')?.offsetHeight ?? 0) > 60)
      report('the navigation has two rows');
    for (const button of page.querySelectorAll('.btn:not(.skip-link)'))
      if (button.scrollWidth > button.clientWidth + 1) report(`"${button.textContent}" is cut off`);
    for (const name of page.querySelectorAll('.cart-line .name')) {
      const room = (name.parentElement as Element).getBoundingClientRect().width;
      const { fontSize } = getComputedStyle(name);
      if (name.getBoundingClientRect().width < Math.min(8 * Number.parseFloat(fontSize), 0.8 * room))
        report(`"${name.textContent}" has too little room`);
    }
  }
  return flaws;
}

test('from 320 to 1440 px and with text of 100, 150 and 200 % nothing is cut off, broken or beyond the edge', async ({
  page,
}) => {
  await page.addInitScript((lines) => {
    const { fetch } = window;
    const isCart = (request: Request) => location.search.includes('filled') && request.url.endsWith('/cart');
    window.fetch = async (request, ...rest) =>
      request instanceof Request && isCart(request) ? Response.json(lines) : fetch(request, ...rest);
  }, cart);
  const devtools = await page.context().newCDPSession(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A frame changes its width much faster than a window.
  await page.evaluate(() => document.body.replaceChildren(document.createElement('iframe')));
  const frame = page.frameLocator('iframe');
  for (const [address, text] of Object.entries(states))
    await test.step(address, async () => {
      await page.locator('iframe').evaluate((element: HTMLIFrameElement, src) => {
        element.src = src;
      }, address);
      await expect(frame.getByText(text).first()).toBeVisible();
      for (const percent of [100, 150, 200]) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 0.16 * percent } });
        await expect(frame.locator('html')).toHaveCSS('font-size', `${0.16 * percent}px`);
        expect.soft(await page.evaluate(findFlaws), `${address}, text of ${percent} %`).toEqual([]);
      }
    });
});
