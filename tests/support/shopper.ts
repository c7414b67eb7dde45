import { expect, type Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';
import { isSpecified } from './calls';

export type Tab = ReturnType<typeof tabOf>;

export type Shopper = ReturnType<typeof makeShopper>;

/** What a shopper does and sees, the same in every engine. */
export function makeShopper(tab: Tab) {
  const shopper = {
    ...tab,
    token: () => tab.evaluate(() => localStorage.getItem('token')),
    expectText: (text: string) => expect.poll(() => tab.evaluate(readText)).toContain(text),
    /** Waits until these are all the alerts so far. */
    expectAlerts: (...expected: (string | undefined)[]) => expect.poll(tab.shown).toEqual(expected),
    expectAddress: (address: string) =>
      expect.poll(() => tab.evaluate(() => location.pathname + location.search)).toBe(address),
    /** Waits until the page is interactive. */
    expectHydrated: () =>
      expect.poll(() => tab.evaluate(() => document.querySelector('html.not-hydrated') === null)).toBe(true),
    /** Logs in the demo shopper on the login page. */
    async submitLogin() {
      await shopper.fill('Email', demoAccount.email);
      await shopper.fill('Password', demoAccount.password);
      await shopper.clickButton('Login');
    },
    /** Waits for the list after the login, because leaving the page would abort its request. */
    async logIn() {
      await shopper.open('/login');
      await shopper.submitLogin();
      await shopper.expectText('60 items');
    },
    /** Waits for the new page: the old one shows Login, too. */
    async logOut() {
      const getPage = () => tab.evaluate(() => performance.timeOrigin);
      const page = await getPage();
      await shopper.clickButton('Logout');
      await expect.poll(getPage).not.toBe(page);
      await shopper.expectText('Login');
    },
  };
  return shopper;
}

function readText() {
  // WebKit's innerText omits texts that only screen readers present.
  const hidden = [...document.querySelectorAll('.visually-hidden, [role=status]')].map(
    ({ textContent }) => textContent,
  );
  // A page that has just started to load, for example after a reload, has no body yet.
  return [document.body?.innerText, ...hidden].join('\n');
}

/** The tab of an engine that Playwright drives. Names are whole texts; of several matches, the first counts. */
export function tabOf(page: Page) {
  const shown: string[] = [];
  page.on('dialog', async (dialog) => {
    // The alert closes if the page is left.
    await dialog.accept().catch(() => {});
    // Not earlier: a test that waits for its last alert must not end while the alert is open.
    shown.push(dialog.message());
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const call = `${request.method()} ${pathname}${search}`;
    if (isSpecified(call)) calls.push(call.replace('/api', ''));
  });
  const itemNamed = (name: string) =>
    page.locator('article, li').filter({ has: page.getByRole('heading', { name, exact: true }) });
  return {
    open: async (address: string): Promise<void> => void (await page.goto(address)),
    reload: async (): Promise<void> => void (await page.reload()),
    /** Goes back to another document. */
    back: async (): Promise<void> => void (await page.goBack()),
    clickLink: (name: string) => page.getByRole('link', { name, exact: true }).first().click(),
    /** Clicks a button, or the one of the item with this name. */
    clickButton: (name: string, item?: string) =>
      (item ? itemNamed(item) : page).getByRole('button', { name, exact: true }).first().click(),
    /** Over BiDi, Playwright appends to an email field of Firefox that has a text. */
    fill: (field: string, text: string) => page.getByLabel(field, { exact: true }).fill(text),
    resize: (width: number, height: number) => page.setViewportSize({ width, height }),
    /** Runs a function in the page. */
    async evaluate<T, Arg>(read: (arg: Arg) => T, arg?: Arg): Promise<T> {
      for (;;)
        try {
          return (await page.evaluate(read as never, arg as never)) as T;
        } catch (error) {
          // The next page has replaced this one.
          if (!String(error).includes('Execution context was destroyed')) throw error;
        }
    },
    /** The alerts so far. None stays open. */
    shown: async () => shown,
    /** The calls to the API so far, such as `GET /items?category=Books`. */
    calls: () => calls,
  };
}
