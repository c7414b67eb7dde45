import type { Item } from '../src/store/api.generated';
import { demoAccount } from './demoAccount';

type User = { id: string; name: string; email: string; salt: string; passwordHash: string };

/** Everything the mock backend remembers, as JSON. */
type State = {
  users: User[];
  /** Token → user id. */
  tokens: Record<string, string>;
  /** User id → lines, oldest first. */
  carts: Record<string, { itemId: string; quantity: number }[]>;
};

/** Where the state is kept as text: localStorage, a file, or memory. */
export type Storage = { load(): string | null; save(state: string): void };

export type Db = Awaited<ReturnType<typeof openDb>>;

/** Reads the state anew at each call, because other tabs write it too, and writes each change at once. */
export async function openDb(storage: Storage, items: readonly Item[]) {
  if (storage.load() === null) {
    const seed = await seedState();
    // Another call may have been quicker.
    if (storage.load() === null) storage.save(seed);
  }
  const read = () => readState(storage.load() ?? '');
  const change = (edit: (state: State) => void) => {
    const state = read();
    edit(state);
    storage.save(JSON.stringify(state));
  };

  return {
    items,

    findUser: (email: string) => read().users.find((user) => user.email === normalize(email)),

    addUser: (user: User) => change((state) => void state.users.push(user)),

    /** A new token for the user. */
    issueToken(userId: string): string {
      const token = `mock_${crypto.randomUUID()}`;
      change((state) => {
        state.tokens[token] = userId;
      });
      return token;
    },

    userIdOf: (token: string) => new Map(Object.entries(read().tokens)).get(token),

    cartOf: (userId: string) => read().carts[userId] ?? [],

    changeCart: (userId: string, edit: (cart: State['carts'][string]) => State['carts'][string]) =>
      change((state) => {
        state.carts[userId] = edit(state.carts[userId] ?? []);
      }),
  };
}

/** The state in a stored text. Throws where the text holds none. */
export function readState(text: string): State {
  try {
    const { users, tokens, carts } = JSON.parse(text) as State;
    const isState =
      users.every(({ id, email, salt, passwordHash }) => [id, email, salt, passwordHash].every(isString)) &&
      Object.values(tokens).every(isString) &&
      Object.values(carts).every((cart) =>
        cart.every(({ itemId, quantity }) => isString(itemId) && quantity > 0),
      );
    if (isState) return { users, tokens, carts };
  } catch {
    // Said below.
  }
  throw new Error('This is no state of the mock backend.');
}

const isString = (value: unknown) => typeof value === 'string';

/** A user whose password is kept as a salted hash, even here. */
export async function makeUser(name: string, email: string, password: string): Promise<User> {
  const salt = crypto.randomUUID();
  return {
    id: crypto.randomUUID(),
    name,
    email: normalize(email),
    salt,
    passwordHash: await hash(password, salt),
  };
}

export const hasPassword = async (user: User, password: string) =>
  (await hash(password, user.salt)) === user.passwordHash;

/** Users, carts and tokens by email, to begin with. */
export type Seed = {
  users: { name: string; email: string; password: string }[];
  carts: Record<string, { itemId: string; quantity: number }[]>;
  tokens: Record<string, string>;
};

/** The state that has these, as text; without any, a fresh one. */
export async function seedState({ users, carts, tokens }: Seed = fresh): Promise<string> {
  const all = await Promise.all(users.map(({ name, email, password }) => makeUser(name, email, password)));
  const idOf = (email: string) => all.find((user) => user.email === normalize(email))?.id ?? '';
  const state: State = {
    users: all,
    tokens: Object.fromEntries(Object.entries(tokens).map(([token, email]) => [token, idOf(email)])),
    carts: Object.fromEntries(Object.entries(carts).map(([email, cart]) => [idOf(email), cart])),
  };
  return JSON.stringify(state);
}

const fresh: Seed = { users: [demoAccount], carts: {}, tokens: {} };

/** A stored state in the form of a seed, without passwords. */
export function describeState(text: string) {
  const { users, tokens, carts } = readState(text);
  const emailOf = (id: string) => users.find((user) => user.id === id)?.email ?? id;
  return {
    users: users.map(({ name, email }) => ({ name, email })),
    carts: Object.fromEntries(Object.entries(carts).map(([id, cart]) => [emailOf(id), cart])),
    tokens: Object.fromEntries(Object.entries(tokens).map(([token, id]) => [token, emailOf(id)])),
  };
}

const normalize = (email: string) => email.trim().toLowerCase();

async function hash(password: string, salt: string): Promise<string> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(password), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: 1000 },
    key,
    256,
  );
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
