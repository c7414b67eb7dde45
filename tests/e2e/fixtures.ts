import { test as base, expect, type Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';

export { expect };

type Store = {
  /** The texts of the alerts so far; each is confirmed at once. */
  alerts: string[];
  /** The calls to the API so far, such as `GET /items?category=Books`. */
  calls: string[];
};

/** A page that fails its test on a console error or an uncaught error, except those that `allowErrors` names. */
export const test = base.extend<Store & { allowErrors: RegExp }>({
  allowErrors: [/^$/, { option: true }],

  alerts: async ({ page }, use) => {
    const alerts: string[] = [];
    page.on('dialog', async (dialog) => {
      alerts.push(dialog.message());
      await dialog.accept();
    });
    await use(alerts);
  },

  calls: async ({ page }, use) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
    });
    await use(calls);
  },

  page: async ({ page, allowErrors }, use) => {
    const errors: string[] = [];
    const keep = (text: string) => allowErrors.test(text) || errors.push(text);
    page.on('console', (message) => message.type() === 'error' && keep(message.text()));
    page.on('pageerror', (error) => keep(error.message));
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** What Chromium itself reports for a refused or failed call. */
export const refusedCalls = /^Failed to load resource/;

/** Logs the demo shopper in, and waits for the list that a success leads to: leaving it half loaded would break its request off. */
export async function logIn(page: Page) {
  await sendLogin(page);
  await expect(page.getByText('60 items')).toBeVisible();
}

/** Sends the login form for the demo shopper. */
export async function sendLogin(page: Page, { password } = demoAccount) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
