import type { Locator } from '@playwright/test';

/** Presses the button, and says whether the frame after it shows `selector`. */
export const showsNext = (button: Locator, selector: string) =>
  button.evaluate(
    (element: HTMLElement, selector) =>
      new Promise((resolve) => {
        element.click();
        // The store tells React of a new request in the frame itself; what it painted is seen right after it.
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(selector) !== null)));
      }),
    selector,
  );
