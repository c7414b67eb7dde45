/** Focuses the page's heading. Makes it focusable first. Browser extensions may add headings outside of main. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}

/** Ref callback. If the element unmounts with the focus in it, focuses the next sibling's button, or else the heading. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const nextButton = element.nextElementSibling?.querySelector('button');
  if (nextButton) nextButton.focus();
  else focusHeading();
};
