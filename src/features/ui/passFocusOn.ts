/** A ref: when its element goes while focus is in it, focus goes to the next one's button, or to the screen's title. */
export const passFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const next = element.nextElementSibling?.querySelector('button') ?? document.querySelector('h1');
  next?.focus();
};
