import { items } from './backend';

/** What a shopper can see of the page and do with it, without its wording. */
export type Screen = ReturnType<typeof readScreen>;

export function readScreen() {
  const inputs = [...document.getElementsByTagName('input')];
  const busy = (button: Element) => (button.getAttribute('aria-disabled') === 'true' ? ' (busy)' : '');
  return {
    token: localStorage.getItem('token'),
    heading: textOf(document.querySelector('h1')),
    items: withTag('article').map(itemNameIn),
    /** The lines of the cart, such as `2 Mug`. */
    lines: withTag('li').flatMap((row) => {
      const [, quantity] = /Quantity: (\d+)/.exec(textOf(row)) ?? [];
      return quantity ? `${quantity} ${itemNameIn(row)}` : [];
    }),
    saysCartIsEmpty: textOf(document.querySelector('main')).includes('Your cart is empty.'),
    isLoading: document.querySelector('main div[aria-busy=true]') !== null,
    /** Each once, in alphabetical order: `button Remove of Mug (busy)`, `link /items`, `nav /cart`. */
    controls: [...new Set(withTag('a', 'button').map((control) => nameOf(control) + busy(control)))].sort(),
    fields: Object.fromEntries(inputs.map(({ id, value }) => [id, value])),
  };
}

export function findControl(name: string): HTMLElement {
  const found = withTag('a', 'button').find((control) => nameOf(control) === name);
  if (!found) throw new Error(`The page has no ${name}.`);
  return found as HTMLElement;
}

const withTag = (...tags: string[]) => tags.flatMap((tag) => [...document.getElementsByTagName(tag)]);

const textOf = (node: Node | null) => node?.textContent?.trim() ?? '';

const itemNameIn = (row: Element) => items.find(({ name }) => textOf(row.querySelector('h2')) === name)?.name;

/** Links by their address, buttons by their label and item. */
function nameOf(element: Element): string {
  if (element.tagName === 'A')
    return `${element.closest('nav') ? 'nav' : 'link'} ${element.getAttribute('href')}`;
  // A pending button contains more than its label.
  const label = textOf(element.firstChild);
  const row = element.closest('article, li');
  const itemName = row && itemNameIn(row);
  return `button ${label}${itemName ? ` of ${itemName}` : ''}`;
}
