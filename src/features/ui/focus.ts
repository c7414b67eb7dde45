/** Gives focus to the screen's heading, which the shopper does not reach by Tab. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus(options);
}

/** A ref: when its element goes while focus is in it, focus goes to the next one's button, or to the heading. */
export const passFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const next = element.nextElementSibling?.querySelector('button');
  if (next) next.focus();
  else focusHeading();
};
