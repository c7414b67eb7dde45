import { type Broken, fault, faults, meet } from '../fault.ts';
import type { Fields, GoodBackend, User } from '../goodBackend.ts';

const route = 'POST /auth/login';

/** Logs in to the account that `choose` picks; it gets the fields, the account of the email, and the shop. */
const lettingIn =
  (choose: (fields: Fields, user: User | undefined, shop: GoodBackend) => User | undefined | false) =>
  (shop: GoodBackend) =>
    shop.before(route, ({ fields }) => {
      const user = choose(fields, shop.findUser(`${fields.email}`), shop);
      return user ? shop.openSession(200, user, {}) : undefined;
    });

const isOperator = (value: unknown) => Object.keys(Object(value)).some((name) => name.startsWith('$'));

export const login: Broken[] = [
  fault('Any password logs in', { finds: 'unsafe passwordInFull', findings: 1 }, { isPassword: () => true }),
  fault('A list with the password logs in', 'strict loginWithWrongPassword', (shop) =>
    shop.edit(route, ({ fields }) => {
      fields.password = [fields.password].flat()[0];
    }),
  ),
  fault('An unknown email logs in', 'unsafe unknownEmail', (shop) =>
    shop.edit(route, ({ fields: { email, password } }) => {
      if (!shop.findUser(`${email}`)) shop.addUser({ name: '', email: `${email}`, password: `${password}` });
    }),
  ),
  ...faults('unsafe passwordInFull', {
    'Only the first 20 characters of a password count': { digest: (password) => password.slice(0, 20) },
    'The last character of a password does not count': { digest: (password) => password.replace(/.$/, '*') },
    'Characters after the password are ignored': {
      digest: (password) => password,
      isPassword: ({ digest }, password) => password.startsWith(digest),
    },
    'A part of the password is enough': {
      digest: (password) => password,
      isPassword: ({ digest }, password) => password !== '' && digest.includes(password),
    },
  }),
  fault(
    'Only the first 8 characters of a password count, and a query operator logs in',
    { finds: 'unsafe passwordInFull', findings: 2, says: /first 8 / },
    (shop) => {
      shop.digest = (password) => password.slice(0, 8);
      lettingIn(({ password }, user) => isOperator(password) && user)(shop);
    },
  ),
  fault(
    'A query operator instead of the email logs in',
    { finds: 'unsafe loginWithWrongEmail', says: /operators/ },
    lettingIn(
      ({ email, password }, _user, shop) =>
        isOperator(email) && [...shop.users.values()].find((user) => shop.isPassword(user, `${password}`)),
    ),
  ),
  fault(
    'Any object that has the right email logs in',
    { finds: 'strict loginWithWrongEmail', findings: 1, saysNot: /operators/ },
    (shop) =>
      shop.edit('POST /auth/login', ({ fields }) => {
        if (fields.email && typeof fields.email === 'object') [fields.email] = Object.values(fields.email);
      }),
  ),
  ...['equals', '='].map((operator) =>
    fault(
      `The operator "${operator}" instead of the email logs in`,
      { finds: 'unsafe loginWithWrongEmail', says: /operators/ },
      lettingIn(({ email, password }, _user, shop) => {
        const user = shop.findUser(`${Object(email)[operator]}`);
        return user && shop.isPassword(user, `${password}`) && user;
      }),
    ),
  ),
  ...faults('unsafe loginWithSql', {
    'SQL in a password logs in': lettingIn(({ password }, user) => `${password}`.includes("' OR") && user),
    'SQL in an email logs in with the right password': lettingIn(({ email, password }, _user, shop) => {
      const [own = '', comment] = `${email}`.split("' -- ");
      const user = comment === undefined ? undefined : shop.findUser(own);
      return user && shop.isPassword(user, `${password}`) && user;
    }),
  }),
  fault('Emails are compared with LIKE', { finds: 'unsafe loginWithSql', says: /LIKE/ }, (shop) => {
    shop.findUser = (email) => {
      const pattern = email.replace(/[.+]/g, '\\$&').replaceAll('%', '.*').replaceAll('_', '.');
      return [...shop.users.values()].find((user) => new RegExp(`^${pattern}$`, 'i').test(user.email));
    };
  }),
  fault('A cart belongs to the email as it was typed', 'breaks emailInCapitals', (shop, { openSession }) => {
    const carts = new Map<string, User['cart']>();
    shop.openSession = (status, user, fields) => {
      const cart = carts.get(`${fields.email}`) ?? new Map();
      carts.set(`${fields.email}`, cart);
      return openSession(status, { ...user, cart }, fields);
    };
  }),
  fault('A login empties the cart', { finds: 'breaks twoDevices', findings: 1 }, (shop) =>
    shop.onSuccess(route, (_reply, { fields }) => void shop.findUser(`${fields.email}`)?.cart.clear()),
  ),
  fault('A login ends other sessions', { finds: 'breaks login', findings: 1 }, (shop, { openSession }) => {
    shop.openSession = (status, user, fields) => {
      for (const [token, owner] of shop.sessions) if (owner === user) shop.sessions.delete(token);
      return openSession(status, user, fields);
    };
  }),
  fault('Each login has a copy of the cart', 'breaks twoDevices', (shop) =>
    shop.onSuccess(route, ({ body }) => {
      const { token } = body as { token: string };
      const user = shop.sessions.get(token);
      if (user) shop.sessions.set(token, { ...user, cart: new Map(user.cart) });
    }),
  ),
  fault('Two logins at the same moment get the token of the last one', 'breaks shoppersMeet', (shop) => {
    let last = {};
    shop.edit(route, async (call) => {
      last = call.fields;
      await meet();
      call.fields = last;
    });
  }),
];
