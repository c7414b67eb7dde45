/** What a shopper has of the page, without its words: a new text, badge or field changes nothing here. */
export type Look = {
  title: string;
  heading: string;
  /** The names of the cards. */
  items: string[];
  /** The lines of the cart, such as `2 Mug`. */
  lines: string[];
  saysEmpty: boolean;
  isBusy: boolean;
  /** What can be pressed: `nav /cart` and `link /items` by where they lead, `button Remove of Mug (busy)`. */
  controls: string[];
  fields: Record<string, string>;
  /** Such as `field Category`, or `title` or `nothing`. */
  focus: string;
};

/** Reads a page that sells items with these names. It runs in the page, so it uses nothing from outside. */
export function openEyes(names: string[]) {
  const isHidden = (element: Element) =>
    element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('hidden');

  /** The elements in `root`, in order, without what is hidden. By hand, because selectors are slow outside of browsers. */
  function all(root: Element | null, found: Element[] = []): Element[] {
    for (let element = root?.firstElementChild; element; element = element.nextElementSibling) {
      if (isHidden(element)) continue;
      found.push(element);
      all(element, found);
    }
    return found;
  }

  const say = (element: Element | null | undefined) =>
    element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const nameIn = (row: Element) => names.find((name) => say(row.querySelector('h2')).includes(name)) ?? '';
  const quantityIn = (row: Element) => /Quantity: (\d+)/.exec(say(row))?.[1] ?? '';
  const everything = () => [...all(document.querySelector('header')), ...all(document.querySelector('main'))];

  function describe(element: Element): string {
    const { tagName } = element;
    if (tagName === 'H1') return 'title';
    if (tagName === 'A') return `${element.closest('nav') ? 'nav' : 'link'} ${element.getAttribute('href')}`;
    if (tagName === 'INPUT') return `field ${say(document.querySelector(`label[for=${element.id}]`))}`;
    const row = element.closest('article, li');
    const name = row && nameIn(row);
    return `button ${say(element)}${name ? ` of ${name}` : ''}`;
  }

  return {
    look(): Look {
      const elements = everything();
      const those = (...tags: string[]) => elements.filter(({ tagName }) => tags.includes(tagName));
      const rows = those('LI').filter((it) => nameIn(it) && !it.querySelector('article'));
      const { activeElement } = document;
      return {
        title: document.title,
        heading: say(those('H1')[0]),
        items: those('ARTICLE').map(nameIn),
        lines: rows.map((row) => `${quantityIn(row)} ${nameIn(row)}`),
        saysEmpty: say(document.querySelector('main')).includes('Your cart is empty.'),
        isBusy: elements.some((element) => element.getAttribute('aria-busy') === 'true'),
        controls: those('A', 'BUTTON').map(
          (it) => describe(it) + (it.getAttribute('aria-disabled') === 'true' ? ' (busy)' : ''),
        ),
        fields: Object.fromEntries(
          those('INPUT').map((it) => [describe(it).slice(6), (it as HTMLInputElement).value]),
        ),
        focus: !activeElement || activeElement === document.body ? 'nothing' : describe(activeElement),
      };
    },
    find: (control: string) =>
      everything().find((it) => ['A', 'BUTTON', 'INPUT'].includes(it.tagName) && describe(it) === control) as
        | HTMLElement
        | undefined,
  };
}
