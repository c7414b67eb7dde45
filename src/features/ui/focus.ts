/** Focuses the page's heading, which is not in the tab order. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus(options);
}

/** A ref. If its element unmounts while it contains focus, focus moves to the next sibling's button or to the heading. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const button = element.nextElementSibling?.querySelector('button');
  if (button) button.focus();
  else focusHeading();
};
