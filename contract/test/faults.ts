import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Backend, Call, Reply, SlowBackend } from './goodBackend.ts';

/** A single fault of a backend, and the verdict of the contract check that must tell it. */
export type Fault = {
  /** What is wrong, in words. */
  name: string;
  /** The journey, or the answers, that find it. */
  foundBy: string;
  /** A part of what the report says it got. */
  says: string;
  /** A part of its reason. */
  likely?: string;
  spoil(good: Backend): SlowBackend;
};

type Route =
  | 'POST /auth/signup'
  | 'POST /auth/login'
  | 'GET /items'
  | 'GET /cart'
  | 'POST /cart/add'
  | 'POST /cart/remove';
type Fields = Record<string, unknown>;

/** A parameter in the route, as in `/items/{id}`, is whatever the call has there. */
const isRoute = ({ method, path }: Call, route: Route) =>
  new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`);
const fieldsOf = (call: Call) => (call.body ?? {}) as Fields;
const rowsOf = (reply: Reply) => reply.body as Fields[];

/** Spoils what the backend answers to a call that it accepts. */
const answering =
  (route: Route, change: (reply: Reply, call: Call) => Reply) => (good: Backend) => (call: Call) => {
    const reply = good(call);
    return isRoute(call, route) && reply.status < 300 ? change(reply, call) : reply;
  };

/** Spoils what the backend refuses: accepts it, with an answer of the right shape. */
const accepting = (route: Route, refused: (call: Call) => boolean) => (good: Backend) => (call: Call) => {
  if (!isRoute(call, route) || !refused(call)) return good(call);
  if (route === 'GET /cart') return { status: 200, body: [] };
  return route.startsWith('POST /auth') ? { status: 200, body: { token: 'guest' } } : { status: 204 };
};

/** Spoils what the backend understands. `good` is there for further calls. */
const hearing =
  (route: Route, change: (call: Call, good: Backend) => Call) => (good: Backend) => (call: Call) =>
    isRoute(call, route) ? good(change(call, good)) : good(call);

const body = (change: (body: Fields) => unknown) => (reply: Reply) => ({
  ...reply,
  body: change(reply.body as Fields),
});
const eachRow = (change: (row: Fields) => unknown) => (reply: Reply) => ({
  ...reply,
  body: rowsOf(reply).map(change),
});
const without = (field: string) => (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
const page = (): Reply => ({ status: 200, type: 'text/html', body: '<!doctype html><title>Hello</title>' });
const lacks = (field: string) => (call: Call) => !(field in fieldsOf(call));
const withoutFilter = (name: string) => (call: Call) => ({
  ...call,
  query: without(name)(call.query) as Record<string, string>,
});
const lines = (good: Backend, token: Call['token']) => {
  const { status, body } = good({ method: 'GET', path: '/cart', query: {}, token });
  return status === 200 ? (body as Fields[]) : [];
};
const idOf = (line: Fields) => (line.item as Fields)._id;
const post = (path: string, token: Call['token'], fields: Fields): Call => ({
  method: 'POST',
  path,
  query: {},
  token,
  body: fields,
});

/** Accounts by email, with their password: what a careless backend could look up. */
function rememberPasswords(change: (call: Call, passwords: Map<string, unknown>) => Call) {
  return (good: Backend): Backend => {
    const passwords = new Map<string, unknown>();
    return (call) => {
      const { email, password } = fieldsOf(call);
      const reply = good(change(call, passwords));
      if (isRoute(call, 'POST /auth/signup') && reply.status < 300) passwords.set(String(email), password);
      return reply;
    };
  };
}

/** A login that lets in whoever sends a password that `isLetIn` likes. */
const lettingIn = (isLetIn: (password: unknown) => boolean) =>
  rememberPasswords((call, passwords) => {
    const { email, password } = fieldsOf(call);
    return isRoute(call, 'POST /auth/login') && isLetIn(password)
      ? { ...call, body: { email, password: passwords.get(String(email)) } }
      : call;
  });

/** Waits for another call to come; not for long, because none may. */
function makeCrossing() {
  let release = () => {};
  return () => {
    release();
    return new Promise<void>((resolve) => {
      release = resolve;
      setTimeout(resolve, 500);
    });
  };
}

type Stock = Map<unknown, number>;
const stockOf = (good: Backend, token: Call['token']): Stock =>
  new Map(lines(good, token).map((line) => [idOf(line), Number(line.quantity)]));

/** Makes the cart what `stock` says. */
function writeBack(good: Backend, token: Call['token'], stock: Stock) {
  for (const line of lines(good, token)) good(post('/cart/remove', token, { itemId: idOf(line) }));
  for (const [itemId, quantity] of stock) good(post('/cart/add', token, { itemId, quantity }));
}

/** Reads the cart, lets other calls come, and then writes what `change` makes of it. */
const readAndWriteBack =
  (route: Route, change: (stock: Stock, fields: Fields) => void) =>
  (good: Backend, cross = makeCrossing()): SlowBackend =>
  async (call) => {
    const reply = good(isRoute(call, route) ? { ...call, path: '/cart', method: 'GET' } : call);
    if (!isRoute(call, route) || reply.status >= 300) return reply;
    const stock = stockOf(good, call.token);
    await cross();
    change(stock, fieldsOf(call));
    writeBack(good, call.token, stock);
    return { status: 204 };
  };

const addTo = (stock: Stock, { itemId, quantity = 1 }: Fields) =>
  stock.set(itemId, (stock.get(itemId) ?? 0) + Number(quantity));

/** Gives the call the token of another session: that of `choose`, from all that were given out, with their emails. */
const inSessionOf =
  (choose: (token: string, sessions: Map<string, string>) => string | undefined) => (good: Backend) => {
    const sessions = new Map<string, string>();
    return (call: Call) => {
      const token = call.token && choose(call.token, sessions);
      const reply = good({ ...call, token });
      const { token: given } = (reply.body ?? {}) as { token?: string };
      if (given) sessions.set(given, String(fieldsOf(call).email));
      return reply;
    };
  };

/** Changes the text of a password wherever one is sent. */
const readingPasswords = (change: (password: string) => string) => (good: Backend) => (call: Call) => {
  const { password } = fieldsOf(call);
  return good(
    typeof password === 'string'
      ? { ...call, body: { ...fieldsOf(call), password: change(password) } }
      : call,
  );
};

const refusing = (route: Route, isRefused: (fields: Fields) => boolean) => (good: Backend) => (call: Call) =>
  isRoute(call, route) && isRefused(fieldsOf(call)) ? { status: 400 } : good(call);

/** Filters the whole list by `fits` in place of what the backend does. */
const filtering =
  (fits: (item: Fields, query: Call['query']) => boolean) =>
  (good: Backend) =>
  (call: Call): Reply =>
    isRoute(call, 'GET /items')
      ? { status: 200, body: rowsOf(good({ ...call, query: {} })).filter((item) => fits(item, call.query)) }
      : good(call);

/** Takes a quantity that is none: the cart has so many more, or fewer. */
const takingQuantity = (isTaken: (quantity: number) => boolean) => (good: Backend) => {
  const extra = new Map<unknown, number>();
  return (call: Call): Reply => {
    const { itemId, quantity } = fieldsOf(call);
    if (isRoute(call, 'POST /cart/add') && call.token && isTaken(Number(quantity))) {
      extra.set(itemId, Number(quantity));
      return { status: 204 };
    }
    const reply = good(call);
    if (!isRoute(call, 'GET /cart') || reply.status >= 300) return reply;
    const add = (line: Fields) => ({
      ...line,
      quantity: Number(line.quantity) + (extra.get(idOf(line)) ?? 0),
    });
    return { ...reply, body: rowsOf(reply).map(add) };
  };
};

/** Adds headers to what the backend answers. */
const withHeaders = (route: Route, headers: Record<string, string>) =>
  answering(route, (reply) => ({ ...reply, headers }));

/** Gives out tokens made by `make`, which knows the signup or login and how many came before, for those of the backend. */
const givingTokens =
  (make: (fields: Fields, nth: number) => string) =>
  (good: Backend): Backend => {
    const tokens = new Map<string, string>();
    return (call) => {
      const reply = good({ ...call, token: call.token && tokens.get(call.token) });
      const { token } = (reply.body ?? {}) as { token?: string };
      if (!token) return reply;
      const own = make(fieldsOf(call), tokens.size);
      tokens.set(own, token);
      return { ...reply, body: { token: own } };
    };
  };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const jwt = (claims: Fields, sign: (text: string) => string, alg = 'HS256') => {
  const text = [{ alg, typ: 'JWT' }, claims]
    .map((it) => Buffer.from(JSON.stringify(it)).toString('base64url'))
    .join('.');
  return `${text}.${sign(text)}`;
};
const hmac = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** As they should be: nobody else knows the secret. */
const signingTokens = givingTokens(({ email }, nth) =>
  jwt({ email, sub: nth, iat: 1000, exp: 1900 }, hmac('9f2c5d7e8a')),
);
const claimsIn = (token: string) => token.split('.')[1];

/** Fields that the backend takes from the body in place of its own: a call with such an email is that shopper's. */
const callingAs = (route: Route, field: string) => (good: Backend) => {
  const tokens = new Map<unknown, string>();
  return (call: Call) => {
    const named = tokens.get(route === 'GET /cart' ? call.query[field] : fieldsOf(call)[field]);
    const reply = good(isRoute(call, route) && call.token && named ? { ...call, token: named } : call);
    const { token } = (reply.body ?? {}) as { token?: string };
    if (token) tokens.set(fieldsOf(call).email, token);
    return reply;
  };
};

/** The write happens after the answer to the next call. */
const answeringFirst = (route: Route) => (good: Backend) => {
  const due: Call[] = [];
  return (call: Call): Reply => {
    const isDue = isRoute(call, route) && good({ ...call, method: 'GET', path: '/cart' }).status < 300;
    const reply = isDue ? { status: 204 } : good(call);
    for (const late of due.splice(0)) good(late);
    if (isDue) due.push(call);
    return reply;
  };
};

export const faults: Fault[] = [
  // ---- POST /auth/signup
  {
    name: 'The token is a number',
    foundBy: 'signup answers',
    says: '/token must be string',
    spoil: answering(
      'POST /auth/signup',
      body(() => ({ token: 12345678 })),
    ),
  },
  {
    name: 'The token is called accessToken',
    foundBy: 'signup answers',
    says: "must have required property 'token'",
    spoil: answering(
      'POST /auth/signup',
      body(({ token }) => ({ accessToken: token })),
    ),
  },
  {
    name: 'The token has a line break in it',
    foundBy: 'signup answers',
    says: '/token must match pattern',
    spoil: answering(
      'POST /auth/signup',
      body(({ token }) => ({ token: `${token}\n` })),
    ),
  },
  {
    name: 'A signup brings an HTML page',
    foundBy: 'signup answers',
    says: 'text/html',
    spoil: answering('POST /auth/signup', page),
  },
  {
    name: 'A signup fails with 500',
    foundBy: 'signup',
    says: 'Status 500',
    spoil: answering('POST /auth/signup', () => ({ status: 500, body: { error: 'no database' } })),
  },
  {
    name: 'A second signup with the same email is accepted',
    foundBy: 'duplicateSignup',
    says: 'Status 200',
    spoil: (good) => (call) => {
      const reply = good(call);
      return reply.status === 409 ? { status: 200, body: { token: 'second' } } : reply;
    },
  },
  ...['name', 'email', 'password'].map((field) => ({
    name: `A signup without ${field} is accepted`,
    foundBy: `signupWithout${field[0]?.toUpperCase()}${field.slice(1)}`,
    says: 'Status 200',
    spoil: accepting('POST /auth/signup', lacks(field)),
  })),
  {
    name: 'A signup takes any value for a password',
    foundBy: 'signupWithWrongType',
    says: 'Status 201',
    spoil: hearing('POST /auth/signup', (call) => ({
      ...call,
      body: {
        ...fieldsOf(call),
        ...('password' in fieldsOf(call) && { password: String(fieldsOf(call).password) }),
      },
    })),
  },
  {
    name: 'A name outside ASCII is refused',
    foundBy: 'nameOutsideAscii',
    says: 'Status 400',
    spoil: refusing('POST /auth/signup', ({ name }) => /[^ -~]/.test(String(name))),
  },
  {
    name: 'An email with a plus is refused',
    foundBy: 'emailWithPlus',
    says: 'Status 400',
    spoil: refusing('POST /auth/signup', ({ email }) => /\+/.test(String(email))),
  },
  {
    name: 'What follows a plus in an email is left out',
    foundBy: 'emailWithPlus',
    says: 'Status 409',
    spoil: hearing('POST /auth/signup', (call) => {
      const { email } = fieldsOf(call);
      return { ...call, body: { ...fieldsOf(call), email: String(email).replace(/\+.*@/, '@') } };
    }),
  },
  {
    name: 'A login compares emails with their case, a signup keeps them in small letters',
    foundBy: 'unusualEmail',
    says: 'Status 400',
    spoil: refusing('POST /auth/login', ({ email }) => /[A-Z]/.test(String(email))),
  },
  {
    name: 'An answer has the password in it',
    foundBy: 'passwordStaysSecret',
    says: 'Status 201',
    spoil: (good) =>
      answering('POST /auth/signup', (reply, call) => ({
        ...reply,
        body: { ...(reply.body as Fields), user: fieldsOf(call) },
      }))(good),
  },
  {
    name: 'An answer has the hash of the password in it',
    foundBy: 'passwordStaysSecret',
    says: 'Status 201',
    spoil: answering(
      'POST /auth/login',
      body((answer) => ({ ...answer, user: { passwordHash: '$2b$10$abc' } })),
    ),
  },
  {
    name: 'A signup ends all other sessions',
    foundBy: 'othersEnter',
    says: 'Status 401',
    spoil: (good) => {
      const ended = new Set<unknown>();
      const open = new Set<unknown>();
      return (call) => {
        if (ended.has(call.token)) return { status: 401 };
        const reply = good(call);
        if (isRoute(call, 'POST /auth/signup')) for (const token of open) ended.add(token);
        open.add((reply.body as { token?: string } | undefined)?.token);
        return reply;
      };
    },
  },
  {
    name: 'A token ends after half a minute',
    foundBy: 'tokenLasts',
    says: 'after 30 s',
    spoil: givingTokens(({ email }, nth) => jwt({ email, nth, iat: 1000, exp: 1030 }, hmac('9f2c5d7e8a'))),
  },
  {
    name: 'A signup cuts the spaces of a password off, a login does not',
    foundBy: 'passwordWithSpaces',
    says: 'Status 401',
    spoil: hearing('POST /auth/signup', (call) => {
      const { password } = fieldsOf(call);
      return typeof password === 'string'
        ? { ...call, body: { ...fieldsOf(call), password: password.trim() } }
        : call;
    }),
  },
  {
    name: 'A text that is no email signs up',
    foundBy: 'signupWithWrongEmail',
    says: 'Status 201',
    spoil: hearing('POST /auth/signup', (call) => {
      const { email } = fieldsOf(call);
      return typeof email === 'string' && email && !email.includes('@')
        ? { ...call, body: { ...fieldsOf(call), email: `${email}@example.com` } }
        : call;
    }),
  },
  ...(
    [
      ['POST /auth/signup', 'signupWithoutJson', 'A signup'],
      ['POST /auth/login', 'loginWithoutJson', 'A login'],
      ['POST /cart/add', 'addWithoutJson', 'Adding'],
      ['POST /cart/remove', 'removeWithoutJson', 'Removing'],
    ] as const
  ).map(([route, foundBy, words]) => ({
    name: `${words} without a body fails with 500`,
    foundBy,
    says: 'Status 500',
    spoil: (good: Backend) => (call: Call) =>
      isRoute(call, route) && call.body === undefined ? { status: 500 } : good(call),
  })),
  {
    name: 'Of signups with one email that meet, each makes an account',
    foundBy: 'signupsMeet',
    says: 'Status 201',
    spoil: (good, cross = makeCrossing()) => {
      const known = new Set<unknown>();
      return async (call) => {
        const { email } = fieldsOf(call);
        if (!isRoute(call, 'POST /auth/signup') || known.has(email)) return good(call);
        await cross();
        known.add(email);
        const reply = good(call);
        return reply.status === 409 ? { status: 201, body: { token: crypto.randomUUID() } } : reply;
      };
    },
  },
  {
    name: 'A signup takes the token that it brings',
    foundBy: 'accountIsNotChosen',
    says: 'Status 201',
    spoil: answering('POST /auth/signup', (reply, call) => ({
      ...reply,
      body: { ...(reply.body as Fields), ...('token' in fieldsOf(call) && { token: fieldsOf(call).token }) },
    })),
  },
  ...(
    [
      ['Tokens are counted', 'differ in', (_fields, nth) => `session-${nth + 1}`],
      ['Tokens are the time', 'differ in', (_fields, nth) => `${Date.now()}${nth % 10}`],
      [
        'The token is the email and the time',
        'differ in',
        ({ email }, nth) => base64(`${email}:${Date.now()}${nth % 10}`),
      ],
      [
        'The token is a hash of the email',
        'md5 of the email',
        ({ email }) => createHash('md5').update(`${email}`).digest('hex'),
      ],
      [
        'The token is signed with "secret"',
        'word "secret"',
        ({ email }, nth) => jwt({ email, nth }, hmac('secret')),
      ],
      [
        'The token has no signature',
        'no signature',
        ({ email }, nth) => jwt({ email, nth }, () => '', 'none'),
      ],
    ] as [string, string, (fields: Fields, nth: number) => string][]
  ).map(([name, likely, make]) => ({
    name,
    foundBy: 'tokenCannotBeGuessed',
    says: 'Status 201',
    likely,
    spoil: givingTokens(make),
  })),
  ...(
    [
      [
        'The token is the email and the password in base64',
        ({ email, password }, nth) => base64(`${email}:${password}:${nth}`),
      ],
      [
        'The token has the password among its claims',
        ({ email, password }, nth) => jwt({ email, nth, password }, hmac(crypto.randomUUID())),
      ],
    ] as [string, (fields: Fields, nth: number) => string][]
  ).map(([name, make]) => ({
    name,
    foundBy: 'passwordStaysSecret',
    says: 'Status 201',
    spoil: givingTokens(make),
  })),
  // ---- POST /auth/login
  {
    name: 'A login answers with the user and no token',
    foundBy: 'login answers',
    says: "must have required property 'token'",
    spoil: answering(
      'POST /auth/login',
      body(() => ({ user: { name: 'Contract Test' } })),
    ),
  },
  {
    name: 'A login answers JSON as text/plain',
    foundBy: 'login answers',
    says: 'text/plain',
    spoil: answering('POST /auth/login', (reply) => ({
      status: 200,
      type: 'text/plain',
      body: JSON.stringify(reply.body),
    })),
  },
  {
    name: 'The token of a login opens nothing',
    foundBy: 'login',
    says: 'Status 401',
    spoil: answering(
      'POST /auth/login',
      body(() => ({ token: 'stale-token' })),
    ),
  },
  {
    name: 'A login empties the cart',
    foundBy: 'sameCartAfterLogin',
    says: 'a list of 0',
    spoil: (good) => {
      const carts = new Map<unknown, Call['token']>();
      return (call) => {
        const { email } = fieldsOf(call);
        const reply = good(call);
        if (isRoute(call, 'POST /auth/signup')) carts.set(email, (reply.body as { token?: string }).token);
        if (isRoute(call, 'POST /auth/login')) {
          const token = carts.get(email);
          if (token)
            for (const line of lines(good, token)) good(post('/cart/remove', token, { itemId: idOf(line) }));
        }
        return reply;
      };
    },
  },
  {
    name: 'Any password logs in',
    foundBy: 'wrongPassword',
    says: 'Status 201',
    spoil: lettingIn((password) => typeof password === 'string'),
  },
  {
    name: 'An unknown email logs in',
    foundBy: 'unknownEmail',
    says: 'Status 201',
    spoil: (good) => (call) => {
      const reply = good(call);
      const { email, password } = fieldsOf(call);
      const isUnknown = isRoute(call, 'POST /auth/login') && reply.status === 401;
      const signup = isUnknown && good(post('/auth/signup', undefined, { name: 'New', email, password }));
      return signup && signup.status < 300 ? signup : reply;
    },
  },
  {
    name: 'A login without email is accepted',
    foundBy: 'loginWithoutEmail',
    says: 'Status 200',
    spoil: accepting('POST /auth/login', lacks('email')),
  },
  {
    name: 'A login without password is accepted',
    foundBy: 'loginWithoutPassword',
    says: 'Status 201',
    spoil: lettingIn((password) => password === undefined),
  },
  {
    name: 'A query operator in place of the password logs in',
    foundBy: 'loginWithWrongType',
    says: 'Status 201',
    spoil: lettingIn((password) => typeof password === 'object'),
  },
  ...[8, 20].map((length) => ({
    name: `Only the first ${length} characters of a password count`,
    foundBy: 'passwordInFull',
    says: 'Status 201',
    spoil: readingPasswords((password) => password.slice(0, length)),
  })),
  {
    name: 'Capitals in a password count as small letters',
    foundBy: 'passwordInFull',
    says: 'Status 201',
    spoil: readingPasswords((password) => password.toLowerCase()),
  },
  {
    name: 'Only the first 72 characters of a password count',
    foundBy: 'longPasswordInFull',
    says: 'Status 201',
    spoil: readingPasswords((password) => password.slice(0, 72)),
  },
  {
    name: 'Signs of a password outside ASCII count as one another',
    foundBy: 'passwordOutsideAscii',
    says: 'Status 201',
    spoil: readingPasswords((password) => password.replaceAll(/[^ -~]/g, '?')),
  },
  {
    name: 'A quote in a password opens the account',
    foundBy: 'loginWithQuotes',
    says: 'Status 201',
    spoil: lettingIn((password) => String(password).includes("' OR")),
  },
  {
    name: "A login ends the shopper's other sessions",
    foundBy: 'secondDevice',
    says: 'Status 401',
    spoil: inSessionOf((token, sessions) => {
      const own = [...sessions].filter(([, email]) => email === sessions.get(token));
      return own.at(-1)?.[0] === token ? token : undefined;
    }),
  },
  {
    name: 'Each login has a copy of the cart',
    foundBy: 'twoDevices',
    says: 'a list of',
    spoil: (good) => {
      const copies = new Map<unknown, Call['token']>();
      return (call) => {
        const reply = good({ ...call, token: copies.get(call.token) ?? call.token });
        if (!isRoute(call, 'POST /auth/login') || reply.status >= 300) return reply;
        const { token } = reply.body as { token: string };
        const email = `copy-${token}@example.com`;
        const copy = good(post('/auth/signup', undefined, { name: 'Copy', email, password: token }));
        const copied = (copy.body as { token: string }).token;
        writeBack(good, copied, stockOf(good, token));
        copies.set(token, copied);
        return reply;
      };
    },
  },
  {
    name: 'Logins that meet get the token of the last one',
    foundBy: 'loginsMeet',
    says: 'a list of 1',
    spoil: (good) => {
      let last: Call;
      const cross = makeCrossing();
      return async (call) => {
        if (!isRoute(call, 'POST /auth/login')) return good(call);
        last = call;
        await cross();
        return good(last);
      };
    },
  },
  // ---- GET /items
  {
    name: 'Prices are text',
    foundBy: 'getItems answers',
    says: '/0/price must be number',
    spoil: answering(
      'GET /items',
      eachRow((item) => ({ ...item, price: String(item.price) })),
    ),
  },
  {
    name: 'Items have no description',
    foundBy: 'getItems answers',
    says: "must have required property 'description'",
    spoil: answering('GET /items', eachRow(without('description'))),
  },
  {
    name: 'The id of an item is called id',
    foundBy: 'getItems answers',
    says: "must have required property '_id'",
    spoil: answering(
      'GET /items',
      eachRow(({ _id, ...item }) => ({ id: _id, ...item })),
    ),
  },
  {
    name: 'The list of items is wrapped in an object',
    foundBy: 'getItems answers',
    says: 'must be array',
    spoil: answering('GET /items', (reply) => ({ ...reply, body: { items: reply.body } })),
  },
  {
    name: 'One item of many is null',
    foundBy: 'getItems answers',
    says: '/1 must be object',
    spoil: answering('GET /items', (reply) => ({
      ...reply,
      body: rowsOf(reply).map((item, i) => (i === 1 ? null : item)),
    })),
  },
  {
    name: 'The list of items is in Latin-1',
    foundBy: 'getItems answers',
    says: 'the answer is no UTF-8',
    spoil: answering('GET /items', (reply) => ({
      ...reply,
      body: Buffer.from(`${JSON.stringify(reply.body)} é`, 'latin1'),
    })),
  },
  {
    name: 'The items need a token',
    foundBy: 'items',
    says: 'Status 401',
    spoil: answering('GET /items', (reply, call) => (call.token ? reply : { status: 401 })),
  },
  {
    name: 'priceMin is ignored',
    foundBy: 'priceMin',
    says: 'entries do not belong',
    spoil: hearing('GET /items', withoutFilter('priceMin')),
  },
  {
    name: 'priceMin leaves out the price itself',
    foundBy: 'priceMin',
    says: 'a list of',
    spoil: answering('GET /items', (reply, { query }) => ({
      ...reply,
      body: rowsOf(reply).filter(
        ({ price }) =>
          query.priceMin === undefined || query.priceMin === '0' || Number(price) > Number(query.priceMin),
      ),
    })),
  },
  {
    name: 'priceMin=0 leaves out what is free',
    foundBy: 'priceMinZero',
    says: 'a list of',
    spoil: answering('GET /items', (reply, { query }) => ({
      ...reply,
      body: rowsOf(reply).filter(({ price }) => query.priceMin !== '0' || price !== 0),
    })),
  },
  {
    name: 'priceMax is ignored',
    foundBy: 'priceMax',
    says: 'entries do not belong',
    spoil: hearing('GET /items', withoutFilter('priceMax')),
  },
  {
    name: 'priceMax=0 is taken for no filter',
    foundBy: 'priceMaxZero',
    says: 'entries do not belong',
    spoil: hearing('GET /items', (call) =>
      call.query.priceMax === '0' ? withoutFilter('priceMax')(call) : call,
    ),
  },
  {
    name: 'The cents of a filter are cut off',
    foundBy: 'decimalPrice',
    says: 'entries do not belong',
    spoil: hearing('GET /items', (call) => ({
      ...call,
      query: {
        ...call.query,
        ...(call.query.priceMin && { priceMin: String(Number.parseInt(call.query.priceMin, 10)) }),
      },
    })),
  },
  {
    name: 'category is ignored',
    foundBy: 'category',
    says: 'entries do not belong',
    spoil: hearing('GET /items', withoutFilter('category')),
  },
  {
    name: 'The case of letters beyond ASCII counts in categories',
    foundBy: 'categoryInOtherCase',
    says: 'a list of 0',
    spoil: (good) => {
      const lower = (text: unknown) => `${text}`.replaceAll(/[A-Z]/g, (it) => it.toLowerCase());
      return (call) =>
        answering('GET /items', (reply) => {
          const rows = eachRow((row) => (row.category === 'Dishes' ? { ...row, category: 'Épices' } : row))(
            reply,
          );
          const { category } = call.query;
          const isFitting = (row: Fields) => !category || lower(row.category) === lower(category);
          return { ...rows, body: rowsOf(rows).filter(isFitting) };
        })(good)(withoutFilter('category')(call));
    },
  },
  {
    name: 'category is compared with its case',
    foundBy: 'categoryInOtherCase',
    says: 'a list of 0',
    spoil: answering('GET /items', (reply, { query }) => ({
      ...reply,
      body: rowsOf(reply).filter(
        ({ category }) => query.category === undefined || category === query.category,
      ),
    })),
  },
  {
    name: 'Filters are joined by "or"',
    foundBy: 'filtersTogether',
    says: 'entries do not belong',
    spoil: (good) => (call) => {
      const given = Object.entries(call.query);
      if (!isRoute(call, 'GET /items') || given.length < 2) return good(call);
      const found = given.flatMap(([name, value]) => rowsOf(good({ ...call, query: { [name]: value } })));
      return { status: 200, body: [...new Map(found.map((item) => [item._id, item])).values()] };
    },
  },
  {
    name: 'category is ignored when a price is given',
    foundBy: 'filtersTogether',
    says: 'entries do not belong',
    spoil: hearing('GET /items', (call) =>
      'priceMin' in call.query ? withoutFilter('category')(call) : call,
    ),
  },
  {
    name: 'No item fits: 404 in place of an empty list',
    foundBy: 'nothingFits',
    says: 'Status 404',
    spoil: answering('GET /items', (reply) => (rowsOf(reply).length ? reply : { status: 404 })),
  },
  ...['priceMin', 'priceMax'].map((name) => ({
    name: `${name} that is no number is ignored`,
    foundBy: `${name}WithWrongType`,
    says: 'Status 200',
    spoil: hearing('GET /items', (call) =>
      Number.isNaN(Number(call.query[name])) ? withoutFilter(name)(call) : call,
    ),
  })),
  {
    name: 'category matches in part',
    foundBy: 'categoryInPart',
    says: 'entries do not belong',
    spoil: filtering(
      ({ category }, query) =>
        query.category === undefined || String(category).toLowerCase().includes(query.category.toLowerCase()),
    ),
  },
  {
    name: 'category is a regular expression',
    foundBy: 'categoryIsNoPattern',
    says: 'entries do not belong',
    spoil: filtering(
      ({ category }, query) =>
        query.category === undefined || new RegExp(`^${query.category}$`, 'i').test(String(category)),
    ),
  },
  {
    name: 'category is text in a query',
    foundBy: 'categoryIsNoPattern',
    says: 'Status 500',
    spoil: (good) => (call) => (call.query.category?.includes("'") ? { status: 500 } : good(call)),
  },
  {
    name: 'A plus in a query is no space',
    foundBy: 'category',
    says: 'a list of 0',
    spoil: hearing('GET /items', (call) => ({
      ...call,
      query: {
        ...call.query,
        ...(call.search?.includes('+') && { category: `${call.query.category}`.replaceAll(' ', '+') }),
      },
    })),
  },
  {
    name: 'One of many categories brings nothing',
    foundBy: 'category',
    says: 'a list of 0',
    spoil: answering('GET /items', (reply, { query }) =>
      query.category === 'Dishes' ? { ...reply, body: [] } : reply,
    ),
  },
  {
    name: 'A filter that comes twice fails with 500',
    foundBy: 'filterTwice',
    says: 'Status 500',
    spoil: (good) => (call) =>
      /(\w+)=.*&\1=/.test(call.search ?? '') ? { status: 500, body: { error: 'toLowerCase' } } : good(call),
  },
  {
    name: 'A list may be kept for an hour',
    foundBy: 'itemsAreNotKept',
    says: 'max-age=3600',
    spoil: withHeaders('GET /items', { 'cache-control': 'public, max-age=3600' }),
  },
  {
    name: 'Prices are compared as texts',
    foundBy: 'pricesAreNumbers',
    says: 'entries do not belong',
    spoil: filtering(
      ({ price, category }, { priceMin = '', priceMax = '~', category: wanted = category }) =>
        `${price}` >= priceMin && `${price}` <= priceMax && category === wanted,
    ),
  },
  {
    name: 'Both bounds of a price leave out the price itself',
    foundBy: 'decimalPrice',
    says: 'a list of 0',
    spoil: filtering(({ price }, { priceMin, priceMax }) =>
      priceMin && priceMax
        ? Number(price) > Number(priceMin) && Number(price) < Number(priceMax)
        : Number(price) >= Number(priceMin ?? 0) && Number(price) <= Number(priceMax ?? Infinity),
    ),
  },
  {
    name: 'Two items have the same id',
    foundBy: 'items',
    says: 'Twice: p1',
    spoil: answering('GET /items', (reply) => ({
      ...reply,
      body: rowsOf(reply).map((item, at) => (at === 1 ? { ...item, _id: 'p1' } : item)),
    })),
  },
  // ---- GET /cart
  {
    name: 'Quantities are text',
    foundBy: 'getCart answers',
    says: '/0/quantity must be integer',
    spoil: answering(
      'GET /cart',
      eachRow((line) => ({ ...line, quantity: String(line.quantity) })),
    ),
  },
  {
    name: 'The item of a cart line is null',
    foundBy: 'getCart answers',
    says: '/0/item must be object',
    spoil: answering(
      'GET /cart',
      eachRow((line) => ({ ...line, item: null })),
    ),
  },
  {
    name: 'A cart line has the item id and no item',
    foundBy: 'getCart answers',
    says: "must have required property 'item'",
    spoil: answering(
      'GET /cart',
      eachRow((line) => ({ itemId: idOf(line), quantity: line.quantity })),
    ),
  },
  {
    name: 'The cart is an HTML page',
    foundBy: 'getCart answers',
    says: 'text/html',
    spoil: answering('GET /cart', page),
  },
  {
    name: 'The cart is JSON cut off in the middle',
    foundBy: 'getCart answers',
    says: 'is no JSON',
    spoil: answering('GET /cart', () => ({ status: 200, body: '[{"item":' })),
  },
  {
    name: 'An empty cart is 404',
    foundBy: 'emptyCart',
    says: 'Status 404',
    spoil: answering('GET /cart', (reply) => (rowsOf(reply).length ? reply : { status: 404 })),
  },
  {
    name: 'A line shows the price of all its pieces',
    foundBy: 'add',
    says: 'price 9.',
    spoil: answering(
      'GET /cart',
      eachRow((line) => {
        const item = line.item as Fields;
        return { ...line, item: { ...item, price: Number(item.price) * Number(line.quantity) } };
      }),
    ),
  },
  {
    name: 'A cart may be kept for a minute',
    foundBy: 'cartIsNotKept',
    says: 'max-age=60',
    spoil: withHeaders('GET /cart', { 'cache-control': 'private, max-age=60' }),
  },
  {
    name: 'A cart may be kept until a time',
    foundBy: 'cartIsNotKept',
    says: 'Expires: ',
    spoil: withHeaders('GET /cart', { expires: new Date(Date.now() + 3600_000).toUTCString() }),
  },
  {
    name: 'A cart may be kept until a time, by one shopper',
    foundBy: 'cartIsNotKept',
    says: 'Expires: ',
    spoil: withHeaders('GET /cart', {
      'cache-control': 'private',
      expires: new Date(Date.now() + 3600_000).toUTCString(),
    }),
  },
  {
    name: 'The cart of the shopper whose email is in the address is shown',
    foundBy: 'ownerIsTheTokens',
    says: 'a list of 1',
    spoil: callingAs('GET /cart', 'email'),
  },
  {
    name: 'Each connection comes to another one of two instances, which know different sessions',
    foundBy: 'connectionsAgree',
    says: 'Status 401',
    spoil: (good) => {
      const tokens = new Map<unknown, object | undefined>();
      return (call) => {
        const { connection } = call;
        if (tokens.has(call.token) && tokens.get(call.token) !== connection && isRoute(call, 'GET /cart'))
          return { status: 401 };
        const reply = good(call);
        const { token } = (reply.body ?? {}) as { token?: string };
        if (token) tokens.set(token, connection);
        return reply;
      };
    },
  },
  {
    name: 'A token opens the cart once',
    foundBy: 'tokenWorksAgain',
    says: 'Status 401',
    spoil: (good) => {
      const used = new Set<unknown>();
      return answering('GET /cart', (reply, { token }) => {
        if (used.has(token)) return { status: 401 };
        used.add(token);
        return reply;
      })(good);
    },
  },
  {
    name: 'All shoppers share one cart',
    foundBy: 'secondShopper',
    says: 'a list of 1',
    spoil: (good) => {
      let first: Call['token'];
      return (call) => {
        const isKnown = good({ method: 'GET', path: '/cart', query: {}, token: call.token }).status === 200;
        if (isKnown) first ??= call.token;
        return good(isKnown ? { ...call, token: first } : call);
      };
    },
  },
  {
    name: 'The cart opens without a token',
    foundBy: 'cartWithoutToken',
    says: 'Status 200',
    spoil: accepting('GET /cart', ({ token }) => !token),
  },
  {
    name: 'The cart opens with any token',
    foundBy: 'cartWithWrongToken',
    says: 'Status 200',
    spoil: accepting('GET /cart', ({ token }) => token === 'not-a-token'),
  },
  {
    name: 'A token opens the cart when its first eight signs are right',
    foundBy: 'forgedToken',
    says: 'Status 200',
    spoil: inSessionOf((token, sessions) =>
      [...sessions.keys()].find((it) => it.startsWith(token.slice(0, 8))),
    ),
  },
  {
    name: 'A token that says that nobody signed it opens the cart',
    foundBy: 'forgedToken',
    says: 'Status 200',
    spoil: (good) => {
      const signed = signingTokens(good);
      const byClaims = new Map<unknown, string>();
      return (call) => {
        const { token } = call;
        const reply = signed({
          ...call,
          token: token?.endsWith('.') ? byClaims.get(claimsIn(token)) : token,
        });
        const { token: given } = (reply.body ?? {}) as { token?: string };
        if (given) byClaims.set(claimsIn(given), given);
        return reply;
      };
    },
  },
  {
    name: 'The third shopper shares the cart of the first',
    foundBy: 'threeShoppers',
    says: 'a list of',
    spoil: inSessionOf((token, sessions) => {
      const all = [...sessions.keys()];
      return all[all.indexOf(token) % 2];
    }),
  },
  {
    name: 'A cart holds five lines',
    foundBy: 'manyItems',
    says: 'Status 400',
    spoil: (good) => (call) =>
      isRoute(call, 'POST /cart/add') && lines(good, call.token).length === 5 ? { status: 400 } : good(call),
  },
  {
    name: 'Names in the cart are cut',
    foundBy: 'manyItems',
    says: '"Tea"',
    spoil: answering(
      'GET /cart',
      eachRow((line) => {
        const item = line.item as Fields;
        return { ...line, item: { ...item, name: String(item.name).replace('Teapot', 'Tea') } };
      }),
    ),
  },
  // ---- POST /cart/add
  {
    name: 'Adding answers with an HTML page',
    foundBy: 'addToCart answers',
    says: 'HTML page',
    spoil: answering('POST /cart/add', page),
  },
  {
    name: 'Adding brings no answer',
    foundBy: 'add',
    says: 'No answer',
    spoil: answering('POST /cart/add', () => ({ status: 0 })),
  },
  {
    name: 'Adding does nothing',
    foundBy: 'add',
    says: 'a list of 0',
    spoil: (good) => (call) =>
      isRoute(call, 'POST /cart/add') && lines(good, call.token).length === 0 && fieldsOf(call).quantity === 2
        ? { status: 204 }
        : good(call),
  },
  {
    name: 'Adding ignores the quantity',
    foundBy: 'add',
    says: '"quantity":1',
    spoil: hearing('POST /cart/add', (call) => {
      const { itemId, quantity } = fieldsOf(call);
      return { ...call, body: { itemId, quantity: Number(quantity) > 0 ? 1 : quantity } };
    }),
  },
  {
    name: 'A quantity must be given',
    foundBy: 'addDefaultQuantity',
    says: 'Status 400',
    spoil: hearing('POST /cart/add', (call) => ({ ...call, body: { quantity: null, ...fieldsOf(call) } })),
  },
  {
    name: 'An addition is written after its answer',
    foundBy: 'add',
    says: 'a list of 0',
    spoil: answeringFirst('POST /cart/add'),
  },
  {
    name: 'An addition goes into the cart of the shopper that it names',
    foundBy: 'ownerIsTheTokens',
    says: 'a list of 2',
    spoil: callingAs('POST /cart/add', 'userId'),
  },
  {
    name: 'The price of a line is the one that came with the addition',
    foundBy: 'priceIsTheShops',
    says: 'price 0.0',
    spoil: (good) => {
      const prices = new Map<unknown, unknown>();
      return (call) => {
        const { itemId, price } = fieldsOf(call);
        if (isRoute(call, 'POST /cart/add') && price !== undefined) prices.set(itemId, price);
        const reply = good(call);
        if (!isRoute(call, 'GET /cart') || reply.status >= 300) return reply;
        const withPrice = (line: Fields) => ({
          ...line,
          item: {
            ...(line.item as Fields),
            ...(prices.has(idOf(line)) && { price: prices.get(idOf(line)) }),
          },
        });
        return { ...reply, body: rowsOf(reply).map(withPrice) };
      };
    },
  },
  {
    name: 'Quantities in quotes are put one behind the other',
    foundBy: 'quantityIsANumber',
    says: '/0/quantity must be integer',
    spoil: (good) => {
      let text = '';
      return (call) => {
        const { quantity } = fieldsOf(call);
        if (isRoute(call, 'POST /cart/add') && typeof quantity === 'string') {
          text += quantity;
          return good({ ...call, body: { ...fieldsOf(call), quantity: Number(quantity) } });
        }
        const reply = good(call);
        return isRoute(call, 'GET /cart') && reply.status < 300 && text
          ? { ...reply, body: rowsOf(reply).map((line) => ({ ...line, quantity: text })) }
          : reply;
      };
    },
  },
  {
    name: 'Quantities add up to more than a number holds',
    foundBy: 'hugeQuantity',
    says: '/0/quantity must be integer',
    spoil: (good) => {
      const over = new Set<unknown>();
      return (call) => {
        const isHuge = Number(fieldsOf(call).quantity) > 1e300;
        if (isHuge) over.add(call.token);
        const reply = good(isHuge ? { ...call, body: { ...fieldsOf(call), quantity: 1 } } : call);
        if (!isRoute(call, 'GET /cart') || reply.status >= 300 || !over.has(call.token)) return reply;
        return eachRow((line) => ({ ...line, quantity: null }))(reply);
      };
    },
  },
  {
    name: 'Adding again replaces the quantity',
    foundBy: 'addTwice',
    says: '"quantity":3',
    spoil: hearing('POST /cart/add', (call, good) => {
      good({ ...call, path: '/cart/remove' });
      return call;
    }),
  },
  {
    name: 'Adding again makes a second line',
    foundBy: 'addTwice',
    says: 'a list of 2',
    spoil: answering('GET /cart', (reply) => ({
      ...reply,
      body: rowsOf(reply).flatMap((line) =>
        line.quantity === 5
          ? [
              { ...line, quantity: 2 },
              { ...line, quantity: 3 },
            ]
          : [line],
      ),
    })),
  },
  {
    name: 'Adding an item loses the others',
    foundBy: 'twoItems',
    says: 'a list of 1',
    spoil: hearing('POST /cart/add', (call, good) => {
      const others = lines(good, call.token).filter((line) => idOf(line) !== fieldsOf(call).itemId);
      for (const line of others) good(post('/cart/remove', call.token, { itemId: idOf(line) }));
      return call;
    }),
  },
  {
    name: 'An unknown item is accepted',
    foundBy: 'unknownItem',
    says: 'Status 204',
    spoil: (good) => (call) => {
      const reply = good(call);
      return isRoute(call, 'POST /cart/add') && reply.status === 404 ? { status: 204 } : reply;
    },
  },
  {
    name: 'Adding without an item is accepted',
    foundBy: 'addWithoutItem',
    says: 'Status 204',
    spoil: accepting('POST /cart/add', lacks('itemId')),
  },
  {
    name: 'Adding "many" is accepted',
    foundBy: 'addWithWrongType',
    says: 'Status 204',
    spoil: accepting('POST /cart/add', (call) => typeof fieldsOf(call).quantity === 'string'),
  },
  {
    name: 'Adding without a token is accepted',
    foundBy: 'addWithoutToken',
    says: 'Status 204',
    spoil: accepting('POST /cart/add', ({ token }) => !token),
  },
  {
    name: 'Adding with any token is accepted',
    foundBy: 'addWithWrongToken',
    says: 'Status 204',
    spoil: accepting('POST /cart/add', ({ token }) => token === 'not-a-token'),
  },
  ...[
    { foundBy: 'addNegative', words: 'A quantity of −1', isTaken: (quantity: number) => quantity < 0 },
    { foundBy: 'addNothing', words: 'A quantity of 0', isTaken: (quantity: number) => quantity === 0 },
    { foundBy: 'addFraction', words: 'A quantity of 1.5', isTaken: (quantity: number) => quantity % 1 !== 0 },
  ].map(({ foundBy, words, isTaken }) => ({
    name: `${words} is accepted`,
    foundBy,
    says: 'Status 204',
    spoil: takingQuantity(isTaken),
  })),
  {
    name: 'Words of the programming language are items',
    foundBy: 'unlikelyItem',
    says: 'Status 204',
    spoil: accepting('POST /cart/add', (call) => String(fieldsOf(call).itemId) in {}),
  },
  {
    name: 'Of additions of an item that meet, one counts',
    foundBy: 'addsMeet',
    says: '"quantity":',
    spoil:
      (good, cross = makeCrossing()) =>
      async (call) => {
        if (!isRoute(call, 'POST /cart/add')) return good(call);
        const before = stockOf(good, call.token).get(fieldsOf(call).itemId) ?? 0;
        await cross();
        const more = (stockOf(good, call.token).get(fieldsOf(call).itemId) ?? 0) - before;
        const reply = good(call);
        if (reply.status >= 300 || !more) return reply;
        const { itemId, quantity } = fieldsOf(call);
        const stock = stockOf(good, call.token).set(itemId, before + Number(quantity));
        writeBack(good, call.token, stock);
        return reply;
      },
  },
  {
    name: 'An addition writes back the cart that it has read',
    foundBy: 'itemsMeet',
    says: 'a list of 1',
    spoil: readAndWriteBack('POST /cart/add', addTo),
  },
  {
    name: 'Additions wait for one another only on the same device',
    foundBy: 'devicesMeet',
    says: '"quantity":',
    spoil: (good) => {
      const slow = readAndWriteBack('POST /cart/add', addTo)(good);
      const queues = new Map<unknown, Promise<unknown>>();
      return async (call) => {
        const turn = (queues.get(call.token) ?? Promise.resolve()).then(() => slow(call));
        queues.set(call.token, turn);
        return turn;
      };
    },
  },
  {
    name: 'Additions of shoppers that meet go into the cart of the last',
    foundBy: 'shoppersMeet',
    says: 'a list of',
    spoil: (good) => {
      let current: Call['token'];
      const cross = makeCrossing();
      return async (call) => {
        if (!isRoute(call, 'POST /cart/add')) return good(call);
        current = call.token;
        await cross();
        return good({ ...call, token: current });
      };
    },
  },
  // ---- POST /cart/remove
  {
    name: 'Removing answers with an HTML page',
    foundBy: 'removeFromCart answers',
    says: 'HTML page',
    spoil: answering('POST /cart/remove', page),
  },
  {
    name: 'Removing does nothing',
    foundBy: 'remove',
    says: 'a list of 2',
    spoil: (good) => (call) => {
      const isThere = lines(good, call.token).some((line) => idOf(line) === fieldsOf(call).itemId);
      return isRoute(call, 'POST /cart/remove') && isThere ? { status: 204 } : good(call);
    },
  },
  {
    name: 'A removal is written after its answer',
    foundBy: 'remove',
    says: 'a list of 2',
    spoil: answeringFirst('POST /cart/remove'),
  },
  {
    name: 'A removal takes the line of the shopper that it names',
    foundBy: 'ownerIsTheTokens',
    says: 'a list of 0',
    spoil: callingAs('POST /cart/remove', 'user'),
  },
  {
    name: 'Removing takes one piece',
    foundBy: 'remove',
    says: 'a list of 2',
    spoil: hearing('POST /cart/remove', (call, good) => {
      const { itemId } = fieldsOf(call);
      const line = lines(good, call.token).find((it) => idOf(it) === itemId);
      if (!line || line.quantity === 1) return call;
      good(call);
      return post('/cart/add', call.token, { itemId, quantity: Number(line.quantity) - 1 });
    }),
  },
  {
    name: 'Removing empties the cart',
    foundBy: 'remove',
    says: 'a list of 0',
    spoil: (good) =>
      answering('POST /cart/remove', (reply, { token }) => {
        for (const line of lines(good, token)) good(post('/cart/remove', token, { itemId: idOf(line) }));
        return reply;
      })(good),
  },
  {
    name: 'Removing what is not there fails with 500',
    foundBy: 'removeWhatIsNotThere',
    says: 'Status 500',
    spoil: (good) => (call) => {
      const reply = good(call);
      return isRoute(call, 'POST /cart/remove') && reply.status === 404 ? { status: 500 } : reply;
    },
  },
  {
    name: 'Removing without an item is accepted',
    foundBy: 'removeWithoutItem',
    says: 'Status 204',
    spoil: accepting('POST /cart/remove', lacks('itemId')),
  },
  {
    name: 'Removing with a query operator is accepted',
    foundBy: 'removeWithWrongType',
    says: 'Status 204',
    spoil: accepting('POST /cart/remove', (call) => typeof fieldsOf(call).itemId === 'object'),
  },
  {
    name: 'Removing without a token is accepted',
    foundBy: 'removeWithoutToken',
    says: 'Status 204',
    spoil: accepting('POST /cart/remove', ({ token }) => !token),
  },
  {
    name: 'Removing with any token is accepted',
    foundBy: 'removeWithWrongToken',
    says: 'Status 204',
    spoil: accepting('POST /cart/remove', ({ token }) => token === 'not-a-token'),
  },
  {
    name: "Removing takes the item out of other shoppers' carts",
    foundBy: 'removeIsOwn',
    says: 'a list of 1',
    spoil: (good) => {
      const tokens = new Set<string>();
      return (call) => {
        const reply = good(call);
        if (call.token) tokens.add(call.token);
        if (isRoute(call, 'POST /cart/remove') && reply.status < 300)
          for (const token of tokens) good({ ...call, token });
        return reply;
      };
    },
  },
  {
    name: 'A removed line keeps its quantity for the next time',
    foundBy: 'removeThenAdd',
    says: '"quantity":3',
    spoil: (good) => {
      const kept = new Map<string, number>();
      const keyOf = ({ token, body }: Call) => `${token} ${(body as Fields).itemId}`;
      return (call) => {
        if (isRoute(call, 'POST /cart/remove')) {
          const quantity = stockOf(good, call.token).get(fieldsOf(call).itemId);
          if (quantity) kept.set(keyOf(call), quantity);
        }
        const reply = good(call);
        const more = isRoute(call, 'POST /cart/add') && reply.status < 300 && kept.get(keyOf(call));
        if (more) good({ ...call, body: { ...fieldsOf(call), quantity: more } });
        if (more) kept.delete(keyOf(call));
        return reply;
      };
    },
  },
  {
    name: 'A removal writes back the cart that it has read',
    foundBy: 'removalMeetsAddition',
    says: 'a list of',
    spoil: readAndWriteBack('POST /cart/remove', (stock, { itemId }) => stock.delete(itemId)),
  },
  {
    name: 'A removal takes the line that is at the place where the item was',
    foundBy: 'removalsMeet',
    says: 'a list of',
    spoil:
      (good, cross = makeCrossing()) =>
      async (call) => {
        if (!isRoute(call, 'POST /cart/remove')) return good(call);
        const at = lines(good, call.token).findIndex((line) => idOf(line) === fieldsOf(call).itemId);
        await cross();
        const line = lines(good, call.token)[at];
        return line ? good(post('/cart/remove', call.token, { itemId: idOf(line) })) : { status: 204 };
      },
  },
];

const knownFields = ['name', 'email', 'password', 'itemId', 'quantity', 'priceMin', 'priceMax', 'category'];

/** What the contract leaves to a backend: these pass. */
export const freedoms: Pick<Fault, 'name' | 'spoil'>[] = [
  ...['no-store', 'private, no-cache', 'max-age=0, must-revalidate'].map((rules) => ({
    name: `Answers with Cache-Control: ${rules}`,
    spoil: (good: Backend) => (call: Call) => ({
      ...good(call),
      headers: { 'cache-control': rules, etag: '"1"' },
    }),
  })),
  {
    name: 'Tokens that are signed with a secret',
    spoil: signingTokens,
  },
  {
    name: 'Tokens whose capitals and small letters count the same',
    spoil: (good) => {
      const secret = () => crypto.randomUUID().replaceAll('-', '');
      const own = givingTokens(() => `${secret().slice(0, 16)}a${secret().slice(0, 15)}`)(good);
      return (call) => own({ ...call, token: call.token?.toLowerCase() });
    },
  },
  {
    name: 'Lines of the cart with something in them that differs from call to call',
    spoil: (good) => {
      let calls = 0;
      return answering(
        'GET /cart',
        eachRow((line) => ({ ...line, image: `/mug.jpg?signature=${++calls}` })),
      )(good);
    },
  },
  {
    name: 'Passwords of 8 to 32 signs',
    spoil: (good) => (call) => {
      const { password } = fieldsOf(call);
      const isLong = typeof password === 'string' && [...password].length > 32;
      return isRoute(call, 'POST /auth/signup') && isLong ? { status: 422 } : good(call);
    },
  },
  {
    name: 'Passwords without the spaces around them, at signup and login alike',
    spoil: readingPasswords((password) => password.trim()),
  },
  {
    name: 'At most ten pieces of an item',
    spoil: (good) => (call) => {
      const { itemId, quantity = 1 } = fieldsOf(call);
      if (!isRoute(call, 'POST /cart/add') || !call.token) return good(call);
      const line = lines(good, call.token).find((it) => idOf(it) === itemId);
      return Number(line?.quantity ?? 0) + Number(quantity) > 10 ? { status: 409 } : good(call);
    },
  },
  {
    name: 'Answers that say when a password was changed',
    spoil: (good) => (call) => {
      const reply = good(call);
      const at = { passwordChangedAt: '2024-01-01' };
      return isRoute(call, 'POST /auth/login') && reply.status < 300
        ? { ...reply, body: { ...(reply.body as Fields), user: at } }
        : reply;
    },
  },
  {
    name: 'Fields that nobody asked for are refused',
    spoil: (good) => (call) =>
      Object.keys({ ...fieldsOf(call), ...call.query }).some((name) => !knownFields.includes(name))
        ? { status: 422 }
        : good(call),
  },
  {
    name: 'A quantity in quotes counts as the number',
    spoil: hearing('POST /cart/add', (call) => {
      const { quantity } = fieldsOf(call);
      return /^\d+$/.test(`${quantity}`)
        ? { ...call, body: { ...fieldsOf(call), quantity: Number(quantity) } }
        : call;
    }),
  },
  {
    name: 'A password with spaces at its ends is refused at signup',
    spoil: refusing('POST /auth/signup', ({ password }) => `${password}`.trim() !== password),
  },
  {
    name: 'A success says where what was made is',
    spoil: (good) => (call) => {
      const reply = good(call);
      return reply.status === 201 ? { ...reply, headers: { location: '/api/items' } } : reply;
    },
  },
  {
    name: 'Answers are compressed',
    spoil: (good) => (call) => {
      const { body, ...reply } = good(call);
      const headers = { 'content-encoding': 'gzip' };
      return body === undefined ? reply : { ...reply, headers, body: gzipSync(JSON.stringify(body)) };
    },
  },
  {
    name: 'Fields that the contract does not know',
    spoil: (good) => (call) => {
      const reply = good(call);
      const extend = (value: unknown) => ({ ...(value as Fields), __v: 0, createdAt: '2024-01-01' });
      if (reply.status >= 300 || reply.body === undefined) return reply;
      return { ...reply, body: Array.isArray(reply.body) ? reply.body.map(extend) : extend(reply.body) };
    },
  },
  {
    name: 'Any 2xx with any body for what the store does not read',
    spoil: (good) => (call) => {
      const reply = good(call);
      if (reply.status === 204) return { status: 202, type: 'text/plain', body: 'Thanks.' };
      return reply.status === 201
        ? { ...reply, status: 200, type: 'application/json; charset=utf-8' }
        : reply;
    },
  },
  {
    name: 'Any 4xx with any body for a refusal',
    spoil: (good) => (call) => {
      const reply = good(call);
      return reply.status >= 400
        ? { status: 418, type: 'text/html', body: Buffer.from('<h1>Défendu</h1>', 'latin1') }
        : reply;
    },
  },
  {
    name: 'Success for removing what is not there',
    spoil: (good) => (call) => {
      const reply = good(call);
      return isRoute(call, 'POST /cart/remove') && reply.status === 404 ? { status: 200 } : reply;
    },
  },
];
