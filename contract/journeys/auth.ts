import type { Exchange } from '../client.ts';
import { expectAccepted, expectRefused, expectThat } from '../expect.ts';
import type { Shop } from '../shop.ts';
import { play, refuses, type Stories, sameCart, tokenLasts, wrongIsRefused } from './journey.ts';

const registers = 'Registers a new user and returns a token, so that signing up also logs in.';

/** The password, with other letters from this place on. */
const otherAfter = (password: string, at: number) =>
  password.slice(0, at) + password.slice(at).replaceAll(/./g, (letter) => (letter === 'x' ? 'y' : 'x'));

/** What is unusual may be refused, but not fail; whether it was accepted. */
function isTaken(exchange: Exchange): boolean {
  if (exchange.status < 400 || exchange.status >= 500) expectAccepted(exchange);
  return exchange.status < 400;
}

async function canEnter(shop: Shop, fields: { name?: string; email?: string; password?: string }) {
  const ada = await shop.signup(fields);
  await (await shop.login(ada)).cart();
  return ada;
}

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
    needs: ['login'],
    run: play('ada enters, ada opens, ada opens'),
  },
  nameOutsideAscii: {
    summary: 'Names of all alphabets can sign up.',
    contract: registers,
    shopper: 'Nobody with such a name can sign up.',
    needs: ['login'],
    async run(shop) {
      for (const name of ['Zoë Łukasz-Ñandú', '山田 太郎', "Siobhán O'Brien 😀"])
        await canEnter(shop, { name: `Contract Test ${name}` });
    },
  },
  emailWithPlus: {
    summary: 'An email with a plus sign signs up and logs in, and is another one than without.',
    contract: 'Identifies the account.',
    shopper: 'Nobody with such an email can sign up.',
    needs: ['login'],
    async run(shop) {
      const ada = await canEnter(shop, {});
      await canEnter(shop, { email: ada.email.replace('@', '+shop@') });
    },
  },
  unusualEmail: {
    summary: 'Emails with capitals, dots, apostrophes and long domains sign up and log in.',
    contract: 'Identifies the account.',
    shopper: 'Nobody with such an email can sign up, or log in after it.',
    needs: ['login'],
    async run(shop) {
      const email = shop.newEmail();
      await canEnter(shop, { email: email.replace('contract', 'Contract').replace('example', 'Example') });
      await canEnter(shop, { email: email.replace('@', ".o'brien@") });
      await canEnter(shop, { email: email.replace('@', '_1@mail.shop-24.').replace('.com', '.technology') });
    },
  },
  wrongPassword: {
    level: 'unsafe',
    summary: 'A login with a wrong password is refused.',
    contract: wrongIsRefused,
    shopper: 'Anybody who knows an email gets into its account.',
    run: refuses('login', ({ password }) => [{ password: `not-${password}` }]),
  },
  passwordOutsideAscii: {
    summary: 'A password of any alphabet logs in, and one that differs in a letter of it does not.',
    contract: sameCart,
    shopper: 'They cannot log in with the password that they chose.',
    needs: ['login', 'wrongPassword'],
    async run(shop) {
      const ada = await canEnter(shop, { password: `${shop.password} пароль é 密` });
      const other = { email: ada.email, password: `${shop.password} париль é 密` };
      expectRefused(await shop.call('login', { body: other }));
    },
  },
  passwordWithSpaces: {
    summary: 'A password with spaces at its ends logs in, if a signup takes it.',
    contract: sameCart,
    shopper: 'They cannot log in with the password that they chose.',
    needs: ['login'],
    async run({ call, newAccount, password }) {
      const account = newAccount({ password: ` ${password} ` });
      if (!isTaken(await call('signup', { body: account }))) return;
      const login = await call('login', { body: { email: account.email, password: account.password } });
      const reason = 'One of signup and login cuts the spaces off, and the other does not.';
      expectThat(login, login.status < 300, { expected: 'A success: any status from 200 to 299.', reason });
    },
  },
  passwordInFull: {
    level: 'unsafe',
    summary: 'Every character of a password counts.',
    contract: wrongIsRefused,
    shopper: 'A part of the password, or one like it, opens the account.',
    needs: ['wrongPassword'],
    async run({ signup, login, call }) {
      const ada = await signup();
      const { email, password } = ada;
      await login(ada);
      const tries = {
        'The end of the password is cut off.': otherAfter(password, password.length - 1),
        'A part of the password is enough.': password.slice(0, -1),
        'What follows the password is cut off.': `${password}x`,
        'Capitals and small letters count the same.': password.toUpperCase(),
        'Spaces around the password are cut off.': ` ${password} `,
      };
      // A password that was given may have no letters.
      for (const [reason, wrong] of Object.entries(tries))
        if (wrong !== password)
          expectRefused(await call('login', { body: { email, password: wrong } }), reason);
    },
  },
  longPasswordInFull: {
    level: 'strict',
    summary: 'Every character of a password of 100 counts.',
    contract: wrongIsRefused,
    shopper: 'The end of a very long password does not matter.',
    needs: ['passwordInFull'],
    async run({ call, newAccount, password }) {
      const account = newAccount({ password: password.padEnd(100, 'aB3$') });
      // Too long is better than cut.
      if (!isTaken(await call('signup', { body: account }))) return;
      const { email } = account;
      expectRefused(
        await call('login', { body: { email, password: otherAfter(account.password, 72) } }),
        'bcrypt reads 72 bytes and leaves the rest. Refuse longer passwords, or hash them first.',
      );
    },
  },
  unknownEmail: {
    level: 'unsafe',
    summary: 'A login with an unknown email is refused.',
    contract: wrongIsRefused,
    shopper: 'Logged in without an account.',
    async run({ call, newEmail, password }) {
      expectRefused(await call('login', { body: { email: newEmail(), password } }));
    },
  },
  duplicateSignup: {
    level: 'unsafe',
    summary: 'A second signup with the same email is refused, and the first account stays.',
    contract: 'An email that has an account is refused.',
    shopper: 'Somebody else signs up with their email, and their account is gone.',
    needs: ['wrongPassword'],
    async run(shop) {
      const ada = await shop.signup();
      const { email } = ada;
      const password = `another-${shop.password}`;
      expectRefused(await shop.call('signup', { body: shop.newAccount({ email, password }) }));
      await shop.login(ada);
      expectRefused(await shop.call('login', { body: { email, password } }));
    },
  },
  secondDevice: {
    summary: 'A login on a second device leaves the first one logged in.',
    contract: tokenLasts,
    shopper: 'Logged out on the phone by a login on the laptop.',
    needs: ['login', 'tokenWorksAgain'],
    run: play(
      'ada enters, ada/laptop enters, ada opens, ada/laptop opens, ' +
        'ada/tablet enters, ada opens, ada/laptop opens, ada/tablet opens',
    ),
  },
  othersEnter: {
    summary: 'The signup and the login of others leave a shopper logged in.',
    contract: tokenLasts,
    shopper: 'Logged out whenever somebody else comes.',
    needs: ['login', 'tokenWorksAgain'],
    run: play(
      'ada enters, bob enters, ada opens, bob/again enters, ada/again enters, ' +
        'ada opens, bob opens, bob/again opens, ada/again opens',
    ),
  },
};
