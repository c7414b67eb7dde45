import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Broken, fault, faults, jwt } from '../fault.ts';
import type { Fields, GoodBackend } from '../goodBackend.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const hash = (algorithm: string, text: unknown) => createHash(algorithm).update(`${text}`).digest('hex');

/** Issues tokens that have a number of their own. */
const numbering = (make: (nth: number, fields: Fields) => string) => (shop: GoodBackend) => {
  let count = 1000;
  shop.newToken = (_user, fields) => make(++count, fields);
};

/** What tokens and responses give away, and how long sessions last. */
export const tokens: Broken[] = [
  ...faults(
    { finds: 'unsafe passwordStaysSecret', findings: 1, saysNot: /N9qo8uLO/ },
    {
      'A refusal repeats the body with the password': (shop) =>
        shop.onReply((reply, { body }) =>
          reply.status === 400 || reply.status === 409 ? { ...reply, body: { received: body } } : undefined,
        ),
      'A long refusal shows the hash of the password': (shop) => {
        const text = `No match: $2b$10$${'N9qo8uLO'.repeat(7)} ${'.'.repeat(500)}`;
        shop.onReply((reply) => (reply.status === 401 ? { ...reply, body: { text } } : undefined));
      },
      'The claims of the token have the password': numbering((nth, { email, password }) =>
        jwt({ email, nth, password }, randomUUID()),
      ),
    },
  ),
  ...faults(
    { finds: 'unsafe passwordStaysSecret', findings: 1, says: /hash .* in its token/ },
    {
      'The claims of the token have the hash of the password': numbering((nth, { email, password }) =>
        jwt({ email, nth, password: `5f1c:${hash('md5', password)}` }, randomUUID()),
      ),
      'The first part of the token has the hash of the password': numbering((nth, { email, password }) => {
        const hash = `$2b$10$${base64(`${password}`.repeat(2)).slice(0, 53)}`;
        return `${base64(JSON.stringify({ email, nth, hash }))}.aKq1.${randomUUID()}`;
      }),
      'The token has the hash of the password between other texts': numbering((nth, { email, password }) =>
        base64(`${email}:$2b$10$${base64(`${password}`.repeat(2)).slice(0, 53)}:${nth}:${randomUUID()}`),
      ),
    },
  ),
  fault(
    'A cart has the salt of its shopper',
    { finds: 'unsafe passwordStaysSecret', findings: 1, saysNot: /9f86d081/ },
    (shop) =>
      shop.onSuccess('GET /cart', (reply) => {
        const owner = { salt: '9f86d081884c7d659a2feaa0c55ad015' };
        return { ...reply, body: (reply.body as object[]).map((line) => ({ ...line, owner })) };
      }),
  ),
  fault('The case of letters in a token does not count', 'strict getCartWithWrongToken', (shop) => {
    let count = 0;
    // Too long for a prefix.
    shop.newToken = () => `SampleToken_${++count}`;
    const isSame = (one: string, two: string) => one.toLowerCase() === two.toLowerCase();
    shop.findSession = (token) => [...shop.sessions].find(([known]) => isSame(known, token))?.[1];
  }),
  ...faults('unsafe tokenCannotBeGuessed', {
    'Tokens are the email and the time': numbering((nth, { email }) =>
      base64(`${email}:${Date.now()}${nth % 10}`),
    ),
    'Tokens are a number and the time': numbering((nth) =>
      // From 99 to 100, the number gets a digit longer.
      base64(JSON.stringify({ userId: nth - 903, issuedAt: Date.now() })),
    ),
    'Tokens are eleven digits of Math.random()': {
      newToken: () => Math.random().toString(36).padEnd(13, '0').slice(2, 13),
    },
    'The token is a hash of the email': { newToken: ({ email }) => hash('md5', email) },
    'The token is a hash of the email and the time': {
      newToken: ({ email }) => hash('sha256', `${email}${Date.now()}`),
    },
    'The token is a hash of a number': numbering((nth) =>
      createHash('sha1').update(`${nth}`).digest('base64url'),
    ),
    'The token is a hash of the time': { newToken: () => hash('md5', Math.floor(Date.now() / 1000)) },
    'The token is the email and the hash of it': numbering(
      (nth, { email }) => `${email}:${nth}.${hash('sha256', `${email}:${nth}`)}`,
    ),
    'Tokens have 52 random bits': { newToken: () => `tok_${randomBytes(8).toString('hex').slice(3)}` },
    'Tokens are UUIDs of version 1': numbering((nth) => `3c9a${nth}-2cb5-11f0-9f1a-0242ac120002`),
    'The token has no signature': numbering((nth, { email }) => jwt({ email, nth, jti: randomUUID() })),
  }),
  fault(
    'All shoppers get the same token',
    { finds: 'unsafe tokenCannotBeGuessed', says: /the same token/ },
    { newToken: () => 'sample-token' },
  ),
  fault(
    'JSON web tokens are signed with a well-known secret',
    { finds: 'unsafe tokenCannotBeGuessed', says: /secret "change_me"/ },
    numbering((nth, { email }) => jwt({ email, nth }, 'change_me')),
  ),
  fault(
    'Other tokens are signed with an empty secret',
    { finds: 'unsafe tokenCannotBeGuessed', says: /empty secret/ },
    numbering((nth, { email }) => {
      const text = base64(`${email}:${nth}`);
      return `${text}--${createHmac('sha256', '').update(text).digest('hex')}`;
    }),
  ),
  fault('A cart is emptied a while after the last addition', 'breaks tokenStaysValid', (shop, good) => {
    shop.addLine = (cart, itemId, quantity) => {
      good.addLine(cart, itemId, quantity);
      // A little sooner than the kit looks again.
      setTimeout(() => cart.clear(), 10).unref();
    };
  }),
];
