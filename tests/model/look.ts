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

export type Eyes = ReturnType<typeof openEyes>;

/** Reads the page as eyes and screen readers do. It runs in the page, so it uses nothing from outside. */
export function openEyes() {
  const kinds: Record<string, string> = { A: 'link', BUTTON: 'button', INPUT: 'field', H1: 'title' };
  const controls = 'header nav a, header nav button, main a, main button, main input';

  function say(node: Node | null): string {
    if (!node) return '';
    if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').trim();
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    if ((node as Element).getAttribute('aria-hidden') === 'true') return '';
    return [...node.childNodes].map(say).filter(Boolean).join(' ');
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

  const all = (selector: string) => [...document.querySelectorAll(selector)];

  return {
    look(): Look {
      const { activeElement } = document;
      return {
        title: document.title,
        nav: all('header nav a, header nav button').map(describe),
        here: all('header nav [aria-current=page]').map(say).join(),
        main: all('main :is(h1, h2, p, a, button, input)')
          .filter((element) => !element.closest('[aria-hidden=true], [hidden]'))
          .map((element) => describe(element) + state(element))
          .filter(Boolean),
        isBusy: all('main [aria-busy=true]').length > 0,
        focus: !activeElement || activeElement === document.body ? 'nothing' : describe(activeElement),
      };
    },
    find: (description: string) =>
      all(controls).find((element) => describe(element) === description) as HTMLElement | undefined,
  };
}
