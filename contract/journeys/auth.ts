import { type Exchange, isSuccess } from '../client.ts';
import { expectAccepted, expectRefused, expectThat, SUCCESS } from '../expect.ts';
import type { Shop } from '../shop.ts';
import { claimsOf } from '../tokens.ts';
import { play, type Stories, sameCart, tokenLasts, wrongIsRefused } from './journey.ts';

const registers = 'Registers a new user and returns a token, so that signing up also logs in.';
const identifies = 'Identifies the account.';
const chosen = 'They cannot log in with the password that they chose.';

/** The password, with other letters from this place on. */
const otherAfter = (password: string, at: number) =>
  password.slice(0, at) + password.slice(at).replaceAll(/./g, (letter) => (letter === 'x' ? 'y' : 'x'));

/** Passwords that are like the right one, by what a backend does that takes them for it. */
export const wrongPasswords: Record<string, (password: string) => string> = {
  'The end of the password is cut off.': (password) => otherAfter(password, password.length - 1),
  'A part of the password is enough.': (password) => password.slice(0, -1),
  'What follows the password is cut off.': (password) => `${password}x`,
  'Capitals and small letters count the same.': (password) => password.toUpperCase(),
};

/** What is unusual may be refused, but not fail; whether it was accepted. */
function isTaken(exchange: Exchange): boolean {
  if (exchange.status < 400 || exchange.status >= 500) expectAccepted(exchange);
  return exchange.status < 400;
}

/** A signup with each of these fields logs in, and the token opens the cart. */
const canEnter =
  (choose: (shop: Shop) => { name?: string; email?: string; password?: string }[]) => async (shop: Shop) => {
    for (const fields of choose(shop)) await (await shop.login(await shop.signup(fields))).cart();
  };

export const authJourneys: Stories = {
  signup: {
    summary: 'A visitor signs up and gets a token.',
    contract: registers,
    shopper: 'Nobody can sign up.',
    run: play('ada enters'),
  },
  login: {
    summary: 'A shopper logs in, and the token opens the cart.',
    contract: sameCart,
    shopper: 'Nobody can log in, or the cart does not open after it.',
    run: play('ada enters, ada/again opens'),
  },
  tokenWorksAgain: {
    summary: 'The same token opens the cart more than once.',
    contract: tokenLasts,
    shopper: 'Logged out right after a login.',
    run: play('ada enters, ada opens, ada opens'),
  },
  tokenLasts: {
    summary: 'A token lasts for more than a minute, as far as it says until when.',
    contract: tokenLasts,
    shopper: 'Logged out while they shop.',
    async run({ signup, call }) {
      const { email, password } = await signup();
      const exchange = await call('login', { body: { email, password } });
      expectAccepted(exchange);
      const { token } = exchange.body as { token: string };
      const { exp, iat = Date.now() / 1000 } = (claimsOf(token) ?? {}) as { exp?: unknown; iat?: unknown };
      const life = typeof exp === 'number' && typeof iat === 'number' ? Math.round(exp - iat) : Infinity;
      const got = `A token that ends after ${life} s ("exp" in it).`;
      expectThat(exchange, life > 60, { expected: 'A token for a visit.', got, symptom: 'ends' });
    },
  },
  nameOutsideAscii: {
    summary: 'Names of all alphabets can sign up.',
    contract: registers,
    shopper: 'Nobody with such a name can sign up.',
    run: canEnter(() =>
      ['Zoë Łukasz-Ñandú', '山田 太郎', "Siobhán O'Brien 😀"].map((name) => ({
        name: `Contract Test ${name}`,
      })),
    ),
  },
  emailWithPlus: {
    summary: 'An email with a plus sign signs up and logs in, and is another one than without.',
    contract: identifies,
    shopper: 'Nobody with such an email can sign up.',
    run: canEnter(({ newEmail }) => {
      const email = newEmail();
      return [{ email }, { email: email.replace('@', '+shop@') }];
    }),
  },
  unusualEmail: {
    summary: 'Emails with capitals, dots, apostrophes and long domains sign up and log in.',
    contract: identifies,
    shopper: 'Nobody with such an email can sign up, or log in after it.',
    run: canEnter(({ newEmail }) => [
      { email: newEmail().replace('contract', 'Contract').replace('example', 'Example') },
      { email: newEmail().replace('@', ".o'brien@") },
      {
        email: newEmail()
          .replace('@', '_1@mail.shop-24.')
          .replace(/-24\.example\.com$/, '-24.example.technology'),
      },
    ]),
  },
  passwordWithSpaces: {
    summary: 'A password with spaces at its ends logs in, if a signup takes it.',
    contract: sameCart,
    shopper: chosen,
    async run({ call, newAccount, password }) {
      const account = newAccount({ password: ` ${password} ` });
      if (!isTaken(await call('signup', { body: account }))) return;
      const login = await call('login', { body: { email: account.email, password: account.password } });
      const reason = 'One of signup and login cuts the spaces off, and the other does not.';
      expectThat(login, isSuccess(login), { expected: SUCCESS, reason });
    },
  },
  passwordInFull: {
    level: 'unsafe',
    summary: 'Every character of a password counts.',
    contract: wrongIsRefused,
    shopper: 'A part of the password, or one like it, opens the account.',
    async run({ signup, login, call }) {
      const ada = await signup();
      const { email, password } = ada;
      await login(ada);
      for (const [reason, change] of Object.entries(wrongPasswords)) {
        const body = { email, password: change(password) };
        // A password that was given may have no letters.
        if (body.password !== password)
          expectRefused(await call('login', { body }), { reason, field: 'password' });
      }
    },
  },
  longPasswordInFull: {
    level: 'strict',
    summary: 'Every character of a password of 100 counts.',
    contract: wrongIsRefused,
    shopper: 'The end of a very long password does not matter.',
    async run({ call, login, newAccount, password }) {
      const account = newAccount({ password: password.padEnd(100, 'aB3$') });
      // Too long is better than cut.
      if (!isTaken(await call('signup', { body: account }))) return;
      await login(account);
      const body = { email: account.email, password: otherAfter(account.password, 72) };
      const reason =
        'bcrypt reads 72 bytes and leaves the rest. Refuse longer passwords, or hash them first.';
      expectRefused(await call('login', { body }), { reason, field: 'password' });
    },
  },
  passwordOutsideAscii: {
    summary: 'A password of any alphabet logs in, and one that differs in a letter of it does not.',
    contract: sameCart,
    shopper: chosen,
    async run(shop) {
      const ada = await shop.signup({ password: `${shop.password} пароль é 密` });
      await shop.login(ada);
      const other = { email: ada.email, password: `${shop.password} париль é 密` };
      expectRefused(await shop.call('login', { body: other }), { field: 'password' });
    },
  },
  duplicateSignup: {
    level: 'unsafe',
    summary: 'A second signup with the same email is refused, and the first account stays.',
    contract: 'An email that has an account is refused.',
    shopper: 'Somebody else signs up with their email, and their account is gone.',
    async run({ signup, login, call, newAccount }) {
      const ada = await signup();
      const { email } = ada;
      const password = `another-${ada.password}`;
      expectRefused(await call('signup', { body: newAccount({ email, password }) }), { field: 'email' });
      await login(ada);
      expectRefused(await call('login', { body: { email, password } }), { field: 'password' });
    },
  },
  secondDevice: {
    summary: 'A login on a second device leaves the first one logged in.',
    contract: tokenLasts,
    shopper: 'Logged out on the phone by a login on the laptop.',
    run: play(
      'ada enters, ada/laptop enters, ada opens, ada/laptop opens, ' +
        'ada/tablet enters, ada opens, ada/laptop opens, ada/tablet opens',
    ),
  },
  othersEnter: {
    summary: 'The signup and the login of others leave a shopper logged in.',
    contract: tokenLasts,
    shopper: 'Logged out whenever somebody else comes.',
    run: play(
      'ada enters, bob enters, ada opens, bob/again enters, ada/again enters, ' +
        'ada opens, bob opens, bob/again opens, ada/again opens',
    ),
  },
};
