import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  type Broken,
  fault,
  faults,
  findById,
  jwt,
  meet,
  replying,
  showIds,
  trimmingPasswords,
} from '../fault.ts';
import { type Fields, type GoodBackend, isText, type Reply, refuse, type User } from '../goodBackend.ts';

const route = 'POST /auth/signup';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The signature of a text; without a secret, its hash. */
const sign = (text: string, secret?: string) =>
  (secret === undefined ? createHash('sha256') : createHmac('sha256', secret)).update(text).digest('hex');

/** Changes what a successful signup returns. */
const returning = (change: (body: Fields, sent: Fields) => unknown) => (shop: GoodBackend) =>
  shop.onSuccess(route, (reply, { fields }) => ({ ...reply, body: change(reply.body as Fields, fields) }));

/** Answers a signup whose email is another account's in another spelling, as `spell` reads it. */
const takingOver =
  (spell: (email: string) => string, take: (shop: GoodBackend, user: User, password: string) => Reply) =>
  (shop: GoodBackend) =>
    shop.before(route, ({ fields: { email, password } }) => {
      const user = isText(email) && shop.findUser(email.trim());
      return user && spell(user.email) !== spell(`${email}`) ? take(shop, user, `${password}`) : undefined;
    });

/** Fills in a field that the signup lacks. */
const withDefault = (field: string) => (shop: GoodBackend) =>
  shop.edit(route, (call) => {
    call.fields = { [field]: `${randomUUID()}@example.com`, ...call.fields };
  });

/** Issues tokens that have a number of their own. */
const numbering = (make: (nth: number, fields: Fields) => string) => (shop: GoodBackend) => {
  let count = 1000;
  shop.newToken = (_user, fields) => make(++count, fields);
};

export const signup: Broken[] = [
  ...faults('breaks signup', {
    'The token is called accessToken': returning(({ token }) => ({ accessToken: token })),
    'The token has a line break in it': returning(({ token }) => ({ token: `${token}\n` })),
  }),
  fault('A signup fails with 500', 'breaks signup', (shop) =>
    shop.onSuccess(route, () => refuse(500, 'no database')),
  ),
  fault('A second signup with the same email is accepted', 'unsafe duplicateSignup', (shop) =>
    shop.before(route, ({ fields: { email } }) =>
      isText(email) && shop.findUser(email) ? { status: 200, body: { token: 'second' } } : undefined,
    ),
  ),
  ...faults('unsafe duplicateSignup', {
    'A signup in another case is refused and changes the password': takingOver(
      (email) => email,
      (shop, user, password) => {
        user.digest = shop.digest(password);
        return refuse(409);
      },
    ),
    'A refused signup empties the cart of the account': (shop) =>
      shop.edit(route, ({ fields: { email } }) => shop.findUser(`${email}`)?.cart.clear()),
    'A signup with spaces around the email opens the cart of the account': takingOver(
      (email) => email.toLowerCase(),
      (shop, user) => shop.openSession(201, user, {}),
    ),
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
  fault('A signup without an email is accepted', 'strict signupWithoutEmail', withDefault('email')),
  fault('A signup without a password is accepted', 'unsafe signupWithoutPassword', withDefault('password')),
  fault(
    'A refused signup occupies its email',
    { finds: 'strict signupWithWrongPassword', cause: /occupies/ },
    (shop, { digest }) =>
      shop.before(route, ({ fields: { email, password } }) => {
        if (!isText(email) || isText(password) || shop.findUser(email)) return undefined;
        shop.users.set(shop.emailKey(email), { name: '', email, digest: digest(''), cart: new Map() });
        return refuse(400);
      }),
  ),
  fault('A signup accepts any value as a password', 'strict signupWithWrongPassword', (shop) =>
    shop.edit(route, ({ fields }) => {
      if ('password' in fields) fields.password = String(fields.password);
    }),
  ),
  fault('A text that is no email signs up', 'strict signupWithWrongEmail', { isEmail: () => true }),
  fault('A name outside ASCII is refused', 'breaks nameOutsideAscii', (shop) =>
    shop.before(route, ({ fields: { name } }) => (/[^ -~]/.test(String(name)) ? refuse(400) : undefined)),
  ),
  fault('An email with a plus is refused', 'breaks unusualEmail', {
    isEmail: (email) => /^[^@\s+]+@[^@\s]+$/.test(email),
  }),
  ...faults('breaks emailInOtherDomain', {
    'The part of an email before the @ can be used once': (shop) => {
      const used = new Set<string>();
      shop.before(route, ({ fields: { email } }) => {
        const [name = ''] = `${email}`.split('@');
        return used.has(name) ? refuse(409) : void used.add(name);
      });
    },
  }),
  fault('Emails are compared without their domain', 'unsafe emailInOtherDomain', {
    emailKey: (email) => email.toLowerCase().replace(/@.*/, ''),
  }),
  fault(
    'A signup trims the password, a login does not',
    'breaks passwordWithSpaces',
    trimmingPasswords(route),
  ),
  ...faults('unsafe passwordStaysSecret', {
    'The response repeats the password': returning((body, sent) => ({ ...body, user: sent })),
    'A refusal repeats the body with the password': (shop) =>
      shop.onReply((reply, { body }) =>
        reply.status === 400 || reply.status === 409 ? { ...reply, body: { received: body } } : undefined,
      ),
    'A refusal shows the hash of the password': (shop) => {
      const passwordHash = `$2b$10$${'N9qo8uLO'.repeat(7)}`;
      shop.onReply((reply) =>
        reply.status === 409 ? { ...reply, body: { user: { passwordHash } } } : undefined,
      );
    },
    'The token is the email and the password in base64': numbering((nth, { email, password }) =>
      base64(`${email}:${password}:${nth}`),
    ),
    'The claims of the token have the password': numbering((nth, { email, password }) =>
      jwt({ email, nth, password }, randomUUID()),
    ),
  }),
  fault('A cart has the salt of its shopper', { finds: 'unsafe passwordStaysSecret', findings: 1 }, (shop) =>
    shop.onSuccess('GET /cart', (reply) => {
      const owner = { salt: '9f86d081884c7d659a2feaa0c55ad015' };
      return { ...reply, body: (reply.body as object[]).map((line) => ({ ...line, owner })) };
    }),
  ),
  fault('A signup takes the token that it is given', 'unsafe accountIsNotChosen', {
    newToken: (_user, { token }) => (isText(token) ? token : randomUUID()),
  }),
  fault('A signup empties the cart of the account whose id it names', 'unsafe accountIsNotChosen', (shop) => {
    showIds(shop);
    shop.edit(route, ({ fields }) => findById(shop, fields.userId)?.cart.clear());
  }),
  ...faults('unsafe tokenCannotBeGuessed', {
    'Tokens are counted': numbering((nth) => `session-${nth}`),
    'Tokens are the time': numbering((nth) => `${Date.now()}${nth % 10}`),
    'Tokens are the email and the time': numbering((nth, { email }) =>
      base64(`${email}:${Date.now()}${nth % 10}`),
    ),
    'The token is a hash of the email': {
      newToken: ({ email }) => createHash('md5').update(email).digest('hex'),
    },
    'The token is a hash of the email and the time': {
      newToken: ({ email }) => createHash('sha256').update(`${email}${Date.now()}`).digest('hex'),
    },
    'The token is a hash of a number': numbering((nth) =>
      createHash('sha1').update(`${nth}`).digest('base64url'),
    ),
    'The token is a hash of the time': {
      newToken: () => createHash('md5').update(`${Date.now()}`).digest('hex'),
    },
    'The token is a number and the hash of it': numbering((nth) => `${nth}.${sign(`${nth}`)}`),
    'Tokens have 32 random bits': { newToken: () => randomBytes(4).toString('hex') },
    'Tokens have 52 random bits': { newToken: () => `tok_${randomBytes(8).toString('hex').slice(3)}` },
    'Tokens are UUIDs of version 1': numbering((nth) => `3c9a${nth}-2cb5-11f0-9f1a-0242ac120002`),
    'The token has no signature': numbering((nth, { email }) => jwt({ email, nth })),
  }),
  ...['change_me', ''].flatMap((secret) => {
    const expected = { finds: 'unsafe tokenCannotBeGuessed', cause: new RegExp(secret || 'empty') } as const;
    return [
      fault(
        `JSON web tokens are signed with "${secret}"`,
        expected,
        numbering((nth, { email }) => jwt({ email, nth }, secret)),
      ),
      fault(
        `Other tokens are signed with "${secret}"`,
        expected,
        numbering(
          (nth, { email }) => `${base64(`${email}:${nth}`)}--${sign(base64(`${email}:${nth}`), secret)}`,
        ),
      ),
    ];
  }),
  fault('A token says that it ends after half a minute', 'breaks tokenStaysValid', (shop) => {
    shop.newToken = ({ email }) => {
      const iat = Math.floor(Date.now() / 1000);
      return jwt({ email, jti: randomUUID(), iat, exp: iat + 30 }, '5d0c7b1fd7a94f1c9a52');
    };
  }),
  fault(
    'A cart is emptied a while after the last addition',
    'breaks tokenStaysValid',
    (shop, { addLine }) => {
      shop.addLine = (cart, itemId, quantity) => {
        addLine(cart, itemId, quantity);
        // A little sooner than the kit looks again.
        setTimeout(() => cart.clear(), 10).unref();
      };
    },
  ),
  fault('Only the last 20 sessions are known', 'breaks manySessions', (shop, { openSession }) => {
    shop.openSession = (status, user, fields) => {
      for (const token of [...shop.sessions.keys()].slice(0, -19)) shop.sessions.delete(token);
      return openSession(status, user, fields);
    };
  }),
  ...faults('strict unusualAccount', {
    'A control character fails with 500': replying(route, 500, ({ fields }) =>
      /\p{Cc}/u.test(`${fields.name}`),
    ),
  }),
];
