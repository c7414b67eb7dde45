import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type Broken, fault, faults, findById, jwt, meet, page, showIds } from '../fault.ts';
import { isText, refuse } from '../goodBackend.ts';

const route = 'POST /auth/signup';

/** The broken servers that only a kit with new accounts finds. */
export const signup: Broken[] = [
  fault('A signup fails with 500', 'breaks signup', { signup: () => refuse(500, 'no database') }),
  fault('A second signup with the same email is accepted', 'unsafe duplicateSignup', (shop) =>
    shop.before(route, ({ fields: { email } }) =>
      isText(email) && shop.findUser(email) ? { status: 200, body: { token: 'second' } } : undefined,
    ),
  ),
  fault(
    'A refused signup with the email in another case sets the password of the account',
    { finds: 'unsafe duplicateSignup', findings: 1, says: /changes who can log in/ },
    (shop) =>
      shop.before(route, ({ fields: { email, password } }) => {
        const user = shop.findUser(`${email}`);
        if (!user || user.email === email) return undefined;
        user.digest = shop.digest(`${password}`);
        return refuse(409);
      }),
  ),
  ...faults('unsafe duplicateSignup', {
    'A refused signup empties the cart of the account': (shop) =>
      shop.edit(route, ({ fields: { email } }) => shop.findUser(`${email}`)?.cart.clear()),
    'A signup with spaces around the email opens the cart of the account': (shop) =>
      shop.before(route, ({ fields: { email } }) => {
        const trimmed = `${email}`.trim();
        const user = shop.findUser(trimmed);
        return user && trimmed !== email ? shop.openSession(201, user, {}) : undefined;
      }),
    'A signup compares emails as they are, and its token belongs to the normalized one': (
      shop,
      { openSession },
    ) => {
      shop.openSession = (status, user, fields) =>
        openSession(status, shop.findUser(`${fields.email}`.normalize('NFKC')) ?? user, fields);
    },
  }),
  fault('Signups with one email at the same moment succeed', 'unsafe signupsMeet', (shop, { signup }) => {
    shop.signup = async (call) => {
      const email = String(call.fields.email);
      const isTaken = shop.findUser(email);
      await meet();
      if (!isTaken) shop.users.delete(shop.emailKey(email));
      return signup(call);
    };
  }),
  fault('A signup without a password is accepted', 'unsafe signupWithWrongPassword', (shop) =>
    shop.edit(route, (call) => {
      call.fields = { password: randomUUID(), ...call.fields };
    }),
  ),
  fault(
    'A refused signup occupies its email',
    { finds: 'strict signupWithWrongPassword', says: /occupies/ },
    (shop, { digest }) =>
      shop.before(route, ({ fields: { email, password } }) => {
        if (!isText(email) || isText(password) || shop.findUser(email)) return undefined;
        shop.users.set(shop.emailKey(email), { name: '', email, digest: digest(''), cart: new Map() });
        return refuse(400);
      }),
  ),
  fault('A text that is no email signs up', 'strict signupWithWrongEmail', { isEmail: () => true }),
  fault('A name that is cut within a character is refused', 'breaks nameOutsideAscii', (shop) =>
    shop.before(route, ({ fields: { name } }) => {
      const isWhole = isUtf8(Buffer.from(`${name}`).subarray(0, 20));
      return isWhole ? undefined : refuse(400);
    }),
  ),
  fault(
    'After many signups, an email with capitals is refused',
    { finds: 'breaks unusualEmail', findings: 1 },
    (shop) =>
      shop.before(route, ({ fields: { email } }) => (/[A-Z]/.test(`${email}`) ? refuse(400) : undefined)),
  ),
  fault('An email with a plus is refused', 'breaks unusualEmail', {
    isEmail: (email) => /^[^@\s+]+@[^@\s]+$/.test(email),
  }),
  fault('The part of an email before the @ can be used once', 'breaks emailInOtherDomain', (shop) => {
    const used = new Set<string>();
    shop.before(route, ({ fields: { email } }) => {
      const [name = ''] = `${email}`.split('@');
      return used.has(name) ? refuse(409) : void used.add(name);
    });
  }),
  fault('Emails are compared without their domain', 'unsafe emailInOtherDomain', {
    emailKey: (email) => email.toLowerCase().replace(/@.*/, ''),
  }),
  fault('A signup trims the password, a login does not', 'breaks passwordInFull', (shop) =>
    shop.edit(route, ({ fields }) => {
      if (isText(fields.password)) fields.password = fields.password.trim();
    }),
  ),
  fault('Only the first 72 characters of a password count', 'strict passwordInFull', {
    digest: (password) => password.slice(0, 72),
  }),
  fault(
    'The hash reads 72 characters of the email and the password',
    { finds: 'unsafe passwordInFull', findings: 1, says: /long email/ },
    (shop, { addUser }) => {
      const digest = (email: string, password: string) => `${shop.emailKey(email)}:${password}`.slice(0, 72);
      shop.addUser = (account) =>
        Object.assign(addUser(account), { digest: digest(account.email, account.password) });
      shop.isPassword = (user, password) => user.digest === digest(user.email, password);
    },
  ),
  fault('Characters of a password outside ASCII are all the same', 'unsafe passwordInFull', {
    digest: (password) => password.replaceAll(/[^ -~]/g, '?'),
  }),
  fault('A login compares emails with their case', 'breaks unusualEmail', (shop) =>
    shop.before('POST /auth/login', ({ fields: { email } }) =>
      /[A-Z]/.test(String(email)) ? refuse(401) : undefined,
    ),
  ),
  fault('A signup takes the token that it is given', 'unsafe accountIsNotChosen', {
    newToken: (_user, { token }) => (isText(token) ? token : randomUUID()),
  }),
  fault('A signup empties the cart of the account whose id it names', 'unsafe accountIsNotChosen', (shop) => {
    showIds(shop);
    shop.edit(route, ({ fields }) => findById(shop, fields.userId)?.cart.clear());
  }),
  fault(
    'A signup replaces the password of the account whose id it names',
    'unsafe accountIsNotChosen',
    (shop) => {
      showIds(shop);
      shop.edit(route, ({ fields: { userId, password } }) => {
        const user = findById(shop, userId);
        if (user) user.digest = shop.digest(`${password}`);
      });
    },
  ),
  fault('A signup opens the cart of the account whose id it names', 'unsafe accountIsNotChosen', (shop) => {
    showIds(shop);
    shop.onSuccess(route, (_reply, { fields: { userId, email } }) => {
      const named = findById(shop, userId);
      if (named) Object.assign(shop.findUser(`${email}`) ?? {}, { cart: named.cart });
      return undefined;
    });
  }),
  fault('Refused signups use up the connections', 'unsafe refusedOften', (shop) => {
    let refused = 0;
    shop.onReply((reply, call) => {
      if (call.route === route && reply.status === 409) refused++;
      return refused > 25 ? refuse(500) : undefined;
    });
  }),
  fault('Every POST is refused with a page', { finds: 'breaks POST /auth/', says: /CSRF/ }, (shop) =>
    shop.onReply((_reply, { route }) => (route.startsWith('POST ') ? { ...page(), status: 403 } : undefined)),
  ),
  fault('Every POST is refused with JSON', 'breaks POST /auth/', (shop) =>
    shop.onReply((_reply, { route }) => {
      const body = { message: 'CSRF token', time: performance.now() };
      return route.startsWith('POST ') ? { status: 403, body } : undefined;
    }),
  ),
  fault(
    'A setting converts the types of all fields',
    { finds: 'strict signupWithWrongName', findings: 1, says: /type/ },
    (shop, { answer }) => {
      shop.answer = (call) => {
        const convert = ([name, value]: [string, unknown]) => {
          const [single] = [value].flat();
          return [name, single === true ? 'true' : single];
        };
        return answer({ ...call, fields: Object.fromEntries(Object.entries(call.fields).map(convert)) });
      };
    },
  ),
  fault('Passwords are compared in lower case', 'unsafe passwordInFull', {
    digest: (password) => password.toLowerCase(),
  }),
  fault(
    'The password of any account opens every account',
    { finds: 'unsafe passwordInFull', says: /another account/ },
    (shop, { isPassword }) => {
      shop.isPassword = (_user, password) =>
        [...shop.users.values()].some((user) => isPassword(user, password));
    },
  ),
  fault(
    'A token ends after seven seconds, as it says',
    { finds: 'breaks tokenStaysValid', says: /expires after 7 s/ },
    (shop) => {
      shop.newToken = ({ email }) => {
        const iat = Math.floor(Date.now() / 1000);
        return jwt({ email, jti: randomUUID(), iat, exp: iat + 7 }, '5d0c7b1fd7a94f1c9a52');
      };
      // In a whole run, it has ended when the kit looks at it.
      shop.findSession = () => undefined;
    },
  ),
  fault(
    'Only the last 20 sessions are known',
    { finds: 'breaks tokenStaysValid', findings: 1 },
    (shop, { openSession }) => {
      shop.openSession = (status, user, fields) => {
        for (const token of [...shop.sessions.keys()].slice(0, -19)) shop.sessions.delete(token);
        return openSession(status, user, fields);
      };
    },
  ),
];
