export type Look = {
  title: string;
  /** The links and buttons of the navigation. */
  nav: string[];
  /** The link of the navigation that is marked as the current page. */
  here: string;
  /** What `main` says, one entry for each title, text, field, link and button, in order. */
  main: string[];
  isBusy: boolean;
  focus: string;
};

/** Reads the page as eyes and screen readers do. It runs in the page, so it uses nothing from outside. */
export function openEyes() {
  const kinds: Record<string, string> = { A: 'link', BUTTON: 'button', INPUT: 'field', H1: 'title' };
  const controls = ['A', 'BUTTON', 'INPUT'];
  const texts = ['H1', 'H2', 'P'];

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

  const isControl = ({ tagName }: Element) => controls.includes(tagName);
  const isSaid = (element: Element) => isControl(element) || texts.includes(element.tagName);
  const navigation = () => all(document.querySelector('header nav')).filter(isControl);
  const main = () => all(document.querySelector('main'));

  function say(node: Node | null): string {
    if (!node) return '';
    if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').trim();
    if (node.nodeType !== Node.ELEMENT_NODE || isHidden(node as Element)) return '';
    const parts = [];
    for (let child = node.firstChild; child; child = child.nextSibling) parts.push(say(child));
    return parts.filter(Boolean).join(' ');
  }

  /** Such as `button Remove of Mug`, `field Category`, `link Home`, or the text of what is no control. */
  function describe(element: Element): string {
    const kind = kinds[element.tagName];
    if (kind === 'field') return `field ${say(document.querySelector(`label[for=${element.id}]`))}`;
    const of = element.getAttribute('aria-describedby');
    return [kind, say(element), of && `of ${say(document.getElementById(of))}`].filter(Boolean).join(' ');
  }

  function state(element: Element): string {
    if (element instanceof HTMLInputElement) return `: ${element.value}`;
    return element.getAttribute('aria-disabled') === 'true' ? ' (busy)' : '';
  }

  return {
    look(): Look {
      const { activeElement } = document;
      const links = navigation();
      const elements = main();
      return {
        title: document.title,
        nav: links.map(describe),
        here: links
          .filter((link) => link.getAttribute('aria-current') === 'page')
          .map(say)
          .join(),
        main: elements
          .filter(isSaid)
          .map((element) => describe(element) + state(element))
          .filter(Boolean),
        isBusy: elements.some((element) => element.getAttribute('aria-busy') === 'true'),
        focus: !activeElement || activeElement === document.body ? 'nothing' : describe(activeElement),
      };
    },
    find: (description: string) =>
      [...navigation(), ...main().filter(isControl)].find((it) => describe(it) === description) as
        | HTMLElement
        | undefined,
  };
}
