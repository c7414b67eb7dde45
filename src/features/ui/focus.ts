/** Focuses the page's heading. Makes it focusable first. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}

/** Ref callback. If the element contains the focus when it unmounts, focuses the corresponding button in the next sibling, or else the heading. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const buttons: (Element | null)[] = [...element.querySelectorAll('button')];
  const position = buttons.indexOf(document.activeElement);
  const nextButton = element.nextElementSibling?.querySelectorAll('button')[position];
  if (nextButton) nextButton.focus();
  else focusHeading();
};
