import { expect, type Page } from '@playwright/test';
import { demoAccount } from '../../mocks/demoAccount';

/** A tab of a browser, driven by what is written in it. Names are whole texts; the first of several counts. */
export type Tab = {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Follows a link. */
  follow(link: string): Promise<void>;
  /** Presses a button, or the one that belongs to the item with the name `of`. */
  press(button: string, of?: string): Promise<void>;
  fill(field: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** What a function finds in the page. */
  look<T>(read: () => T): Promise<T>;
  /** The texts of the alerts so far; each is confirmed at once. */
  alerts(): Promise<string[]>;
  /** The calls to the API so far, such as `GET /items?category=Books`. */
  calls(): string[];
};

export type Shopper = ReturnType<typeof makeShopper>;

/** What a shopper does and sees, the same in every engine. */
export function makeShopper(tab: Tab) {
  const shopper = {
    ...tab,
    token: () => tab.look(() => localStorage.getItem('token')),
    /** Waits for a text. */
    sees: (text: string) => expect.poll(() => tab.look(readText)).toContain(text),
    /** Waits until a text is gone. */
    misses: (text: string) => expect.poll(() => tab.look(readText)).not.toContain(text),
    /** Waits for the alerts that there were so far. */
    hears: (...texts: string[]) => expect.poll(tab.alerts).toEqual(texts),
    /** Waits for an address. */
    isAt: (address: string) =>
      expect.poll(() => tab.look(() => location.pathname + location.search)).toBe(address),
    /** Waits for the form with these texts in its fields. */
    finds: (fields: Record<string, string>) => expect.poll(() => tab.look(readForm)).toEqual(fields),
    /** Sends the login form for the demo shopper. */
    async sendLogin({ password } = demoAccount) {
      await shopper.open('/login');
      await shopper.fill('Email', demoAccount.email);
      await shopper.fill('Password', password);
      await shopper.press('Login');
    },
    /** Sends the signup form for a new shopper. */
    async sendSignup() {
      await shopper.open('/signup');
      await shopper.fill('Name', 'Ada Lovelace');
      await shopper.fill('Email', 'ada@example.com');
      await shopper.fill('Password', 'correct horse');
      await shopper.press('Signup');
    },
    /** Waits for the list that a success leads to: leaving it half loaded would break its request off. */
    async logIn() {
      await shopper.sendLogin();
      await shopper.sees('60 items');
    },
  };
  return shopper;
}

/** A page that has just begun, as after a reload, has no body yet. */
const readText = () => document.body?.innerText;

const readForm = () =>
  Object.fromEntries(
    [...document.querySelectorAll('label')].map(({ innerText, control }) => [
      innerText,
      (control as HTMLInputElement).value,
    ]),
  );

/** The texts of the page's alerts so far; each is confirmed at once. */
export function confirmAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    // A page that is left takes its alert with it.
    await dialog.accept().catch(() => {});
    // Only now: a test that waits for its last alert must not end while the alert is open.
    alerts.push(dialog.message());
  });
  return alerts;
}

/** The page's calls to the API so far, such as `GET /items?category=Books`. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
  });
  return calls;
}

/** A tab of an engine that Playwright drives. */
export function tabOf(page: Page): Tab {
  const alerts = confirmAlerts(page);
  const calls = recordCalls(page);
  const itemOf = (name: string) =>
    page.locator('article, li').filter({ has: page.getByRole('heading', { name, exact: true }) });
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    follow: (name) => page.getByRole('link', { name, exact: true }).first().click(),
    press: (name, of) => (of ? itemOf(of) : page).getByRole('button', { name, exact: true }).first().click(),
    async fill(field, text) {
      const input = page.getByLabel(field, { exact: true });
      // Playwright over BiDi selects nothing in Firefox's email fields, and would write behind what is there.
      await input.evaluate((element: HTMLInputElement) => {
        element.value = '';
      });
      await input.fill(text);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    async look<T>(read: () => T): Promise<T> {
      for (;;)
        try {
          return (await page.evaluate(read)) as T;
        } catch (reason) {
          // The page that was asked has gone for the next one.
          if (!String(reason).includes('Execution context was destroyed')) throw reason;
        }
    },
    alerts: async () => alerts,
    calls: () => calls,
  };
}
