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

/** Presses the button, and says whether the page is on its way out before the frame after it. */
export const leavesNext = (button: Locator) =>
  button.evaluate(
    (element: HTMLElement) =>
      new Promise((resolve) => {
        let isLeft = false;
        addEventListener('beforeunload', () => {
          isLeft = true;
        });
        element.click();
        requestAnimationFrame(() => setTimeout(() => resolve(isLeft)));
      }),
  );
