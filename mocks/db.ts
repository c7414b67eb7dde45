import type { Item } from '../src/store/api.generated';
import { demoAccount } from './demoAccount';

type User = { id: string; name: string; email: string; salt: string; passwordHash: string };
type CartLine = { itemId: string; quantity: number };

/** Everything that the mock backend stores, as JSON. */
type State = {
  users: User[];
  /** User id by token. */
  tokens: Record<string, string>;
  /** Cart by user id, oldest line first. */
  carts: Record<string, CartLine[]>;
};

/** Stores the state as a string: in localStorage, in a file or in memory. */
export type StateStorage = { load(): string | null; save(state: string): void };

export type Db = Awaited<ReturnType<typeof openDb>>;

/** Reads and writes the mock's state. Loads it for each access, because other tabs write it too. */
export async function openDb(storage: StateStorage, items: readonly Item[]) {
  if (storage.load() === null) {
    const initialState = await createState();
    // A concurrent request may have saved its state first.
    if (storage.load() === null) storage.save(initialState);
  }
  const loadState = () => parseState(storage.load() ?? '');
  const update = (change: (state: State) => void) => {
    const state = loadState();
    change(state);
    storage.save(JSON.stringify(state));
  };

  return {
    items,

    findUser: (email: string) => loadState().users.find((user) => user.email === normalizeEmail(email)),

    addUser(user: User) {
      update((state) => {
        state.users.push(user);
      });
    },

    issueToken(userId: string): string {
      const token = `mock_${crypto.randomUUID()}`;
      update((state) => {
        state.tokens[token] = userId;
      });
      return token;
    },

    findUserId(token: string): string | undefined {
      const { tokens } = loadState();
      return Object.hasOwn(tokens, token) ? tokens[token] : undefined;
    },

    getCart: (userId: string): CartLine[] => loadState().carts[userId] ?? [],

    saveCart(userId: string, cart: CartLine[]) {
      update((state) => {
        state.carts[userId] = cart;
      });
    },
  };
}

/** Parses and validates a stored state. */
export function parseState(text: string): State {
  try {
    const { users, tokens, carts } = JSON.parse(text) as State;
    const isValid =
      users.every(({ id, email, salt, passwordHash }) => [id, email, salt, passwordHash].every(isString)) &&
      Object.values(tokens).every(isString) &&
      Object.values(carts)
        .flat()
        .every(({ itemId, quantity }) => isString(itemId) && quantity > 0);
    if (isValid) return { users, tokens, carts };
  } catch {
    // Not JSON, or a part is missing.
  }
  throw new Error('This is not a valid state of the mock backend.');
}

const isString = (value: unknown) => typeof value === 'string';

/** Creates a user with a salted password hash. */
export async function makeUser(name: string, email: string, password: string): Promise<User> {
  const salt = crypto.randomUUID();
  const passwordHash = await hash(password, salt);
  return { id: crypto.randomUUID(), name, email: normalizeEmail(email), salt, passwordHash };
}

export const checkPassword = async (user: User, password: string) =>
  (await hash(password, user.salt)) === user.passwordHash;

type SeedUser = Pick<User, 'name' | 'email'> & ({ password: string } | Pick<User, 'salt' | 'passwordHash'>);

/** Initial data, or the data that `describeState` returned. Carts and tokens refer to users by email. */
export type Seed = {
  users: SeedUser[];
  carts: Record<string, CartLine[]>;
  tokens: Record<string, string>;
};

const defaultSeed: Seed = { users: [demoAccount], carts: {}, tokens: {} };

async function makeSeedUser(user: SeedUser): Promise<User> {
  if ('password' in user) return makeUser(user.name, user.email, user.password);
  return { ...user, id: crypto.randomUUID(), email: normalizeEmail(user.email) };
}

/** Creates a state from a seed. */
export async function createState({ users, carts, tokens }: Seed = defaultSeed): Promise<string> {
  const created = await Promise.all(users.map(makeSeedUser));
  const getUserId = (email: string) => created.find((user) => user.email === normalizeEmail(email))?.id ?? '';
  const state: State = {
    users: created,
    tokens: Object.fromEntries(Object.entries(tokens).map(([token, email]) => [token, getUserId(email)])),
    carts: Object.fromEntries(Object.entries(carts).map(([email, cart]) => [getUserId(email), cart])),
  };
  return JSON.stringify(state);
}

/** The state as a seed, with hashes instead of passwords. */
export function describeState(text: string): Seed {
  const { users, tokens, carts } = parseState(text);
  const getEmail = (id: string) => users.find((user) => user.id === id)?.email ?? id;
  return {
    users: users.map(({ id: _, ...user }) => user),
    carts: Object.fromEntries(Object.entries(carts).map(([id, cart]) => [getEmail(id), cart])),
    tokens: Object.fromEntries(Object.entries(tokens).map(([token, id]) => [token, getEmail(id)])),
  };
}

export const normalizeEmail = (email: string) => email.trim().toLowerCase();

async function hash(password: string, salt: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations: 1000 },
    key,
    256,
  );
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
