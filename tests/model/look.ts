/** What a shopper has of the page, without its words: a new text, badge or field changes nothing here. */
export type Look = ReturnType<ReturnType<typeof openEyes>['look']>;

/** Eyes and hands in a page that sells items with these names. It runs there, so it uses nothing from outside. */
export function openEyes(names: string[]) {
  /** The elements in `root`, in order, without what is hidden. By hand, because selectors are slow outside of browsers. */
  function all(root: Element | null): Element[] {
    const isHidden = root?.getAttribute('aria-hidden') === 'true' || root?.hasAttribute('hidden');
    return !root || isHidden ? [] : [root, ...[...root.children].flatMap(all)];
  }
  const everything = () => [...all(document.querySelector('header')), ...all(document.querySelector('main'))];

  const say = (element: Element | null | undefined) =>
    element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const nameIn = (row: Element) => names.find((name) => say(row.querySelector('h2')).includes(name)) ?? '';

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
    look() {
      const elements = everything();
      const those = (...tags: string[]) => elements.filter(({ tagName }) => tags.includes(tagName));
      const is = (state: string) => (element: Element) => element.getAttribute(`aria-${state}`) === 'true';
      const { activeElement } = document;
      return {
        address: location.pathname + location.search,
        historyLength: history.length,
        token: localStorage.getItem('token'),
        title: document.title,
        heading: say(those('H1')[0]),
        items: those('ARTICLE').map(nameIn),
        /** The lines of the cart, such as `2 Mug`; without a name where the item is gone. */
        lines: those('LI').flatMap((row) => {
          const [, quantity] = /Quantity: (\d+)/.exec(say(row)) ?? [];
          return quantity ? `${quantity} ${nameIn(row)}` : [];
        }),
        saysEmpty: say(document.querySelector('main')).includes('Your cart is empty.'),
        isBusy: elements.some(is('busy')),
        /** What can be pressed: `nav /cart` and `link /items` by where they lead, `button Remove of Mug (busy)`. */
        controls: those('A', 'BUTTON').map((it) => describe(it) + (is('disabled')(it) ? ' (busy)' : '')),
        fields: Object.fromEntries(
          those('INPUT').map((it) => [describe(it).slice(6), (it as HTMLInputElement).value]),
        ),
        /** Such as `field Category`, or `title` or `nothing`. */
        focus: !activeElement || activeElement === document.body ? 'nothing' : describe(activeElement),
      };
    },
    find: (control: string) =>
      everything().find((it) => ['A', 'BUTTON', 'INPUT'].includes(it.tagName) && describe(it) === control) as
        | HTMLElement
        | undefined,
    /** What another tab does, or, not heard, the browser's tools. */
    store(token: string | null, isHeard: boolean) {
      if (token === null) localStorage.removeItem('token');
      else localStorage.setItem('token', token);
      if (isHeard) dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    },
  };
}
