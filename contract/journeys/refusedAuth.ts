import { expectRefused, tryEach } from '../judge/expect.ts';
import type { Shop } from '../judge/shop.ts';
import { test } from './journey.ts';
import { eachField, notJson, operator, refusals } from './refusals.ts';

const login = refusals({ operation: 'login', subject: 'A login', level: 'unsafe' });
const signup = refusals({ operation: 'signup', subject: 'A signup', level: 'strict' });

const wrongLogins = ({ newEmail }: Shop) => [
  { fields: { password: 'not-the-password' } },
  { fields: { email: newEmail(), password: 'not-the-password' } },
];

/** The one account without an email that a careless backend may have, also from an earlier run. */
const nobody = { name: 'Contract Test', password: 'nobodys-Password-1!' };

login('wrongPassword', 'with a wrong password', {
  wrong: ({ password }) => [{ fields: { password: `not-${password}` } }],
});

login('unknownEmail', 'with an unknown email', {
  wrong: ({ newEmail }) => [{ fields: { email: newEmail() } }],
});

login('loginWithoutEmail', 'without an email', {
  wrong: [undefined, '', null].map((email) => ({ fields: { email, password: nobody.password } })),
});

login('loginWithoutPassword', 'without a password', {
  wrong: eachField('password', [undefined, '', null]),
});

login('loginWithWrongType', 'with an email or a password that is not a string', {
  wrong: [
    ...eachField('password', [operator, { $gt: '' }, true, [], ['']]),
    ...eachField('email', [operator, { $gt: '' }]),
    { fields: { email: operator, password: operator } },
  ],
  control: wrongLogins,
  cause: 'The body reaches the database as it came, with query operators in it.',
});

login('loginWithQuotes', 'with characters that mean something to a database', {
  wrong(_, ada) {
    const email = `${ada?.account.email}`;
    const passwords = ["' OR '1'='1", "' OR 1=1 --", '*', '%'];
    const emails = [
      `${email}' -- `,
      `${email}'--`,
      `${email}' #`,
      "' OR '1'='1' -- ",
      "x' OR 1=1 -- @example.com",
    ];
    return [
      ...eachField('password', passwords),
      ...emails.map((own) => ({ fields: { email: own, password: 'not-the-password' } })),
    ];
  },
  control: wrongLogins,
  cause: 'The value is pasted into a database query.',
});

login('loginWithoutJson', 'whose body is not a JSON object', notJson);

signup('signupWithoutName', 'without a name', { wrong: eachField('name', [undefined, '']) });

signup('signupWithoutPassword', 'without a password', {
  wrong: eachField('password', [undefined, '']),
  level: 'unsafe',
});

signup('signupWithWrongEmail', 'with an email that is none', {
  wrong: ({ newEmail }) => [{ fields: { email: newEmail().replace('@', '.') } }],
});

signup('signupWithWrongType', 'with a password that is not a string', {
  wrong: eachField('password', [{ not: 'text' }, true, []]),
});

signup('signupWithoutJson', 'whose body is not a JSON object', notJson);

test('signupWithoutEmail @strict: A signup without an email is refused', ({ call }) =>
  tryEach([undefined, ''], 'strict', async (email) => {
    expectRefused(await call('signup', { body: { ...nobody, email } }), 'email', { level: 'strict' });
    // A backend with such an account from an earlier run refuses the second one.
    const body = { email, password: nobody.password };
    expectRefused(await call('login', { body }), 'email', { level: 'strict' });
  }));
