import type { Account } from '../judge/accounts.ts';
import { expectRefused } from '../judge/expect.ts';
import type { Shop } from '../judge/shop.ts';

/** An entirely wrong password is refused. Otherwise a similar one proves nothing. */
export async function expectPasswordChecked({ call }: Pick<Shop, 'call'>, { email, password }: Account) {
  const exchange = await call('login', { body: { email, password: `not-${password}` } });
  expectRefused(exchange, 'password', { level: 'unsafe' });
}

/** The password with other characters from this place on. */
export const misspell = (password: string, start: number) =>
  password.slice(0, start) + password.slice(start).replaceAll(/./g, (letter) => (letter === 'x' ? 'y' : 'x'));

/** Passwords that a careless backend takes for the right one, by what it does. */
export const wrongPasswords: Record<string, (password: string) => string> = {
  'The end of the password is cut off.': (password) => misspell(password, password.length - 1),
  'A part of the password is enough.': (password) => password.slice(0, -1),
  'What follows the password is cut off.': (password) => `${password}x`,
  'The case of letters does not count.': (password) => password.toUpperCase(),
};
