/** Focuses the page's heading. Makes it focusable first. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus(options);
}

/** Ref callback. If its element unmounts while it contains focus, focus moves to the next sibling's button or to the heading. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const button = element.nextElementSibling?.querySelector('button');
  if (button) button.focus();
  else focusHeading();
};
