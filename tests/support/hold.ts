import type { Page } from '@playwright/test';

/** A promise, and the function that resolves it. */
export function makeGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Keeps what is asked for at an address on its way until the returned function is called. */
export async function hold(page: Page, address: string) {
  const { opened, open } = makeGate();
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

export const holdBundle = (page: Page) => hold(page, '**/assets/*.js');
