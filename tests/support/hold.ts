import type { Page } from '@playwright/test';

/** Keeps what is asked for at an address on its way until the returned function is called. */
export async function hold(page: Page, address: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

export const holdBundle = (page: Page) => hold(page, '**/assets/*.js');
