import { makeBackend } from '../../mocks/backend';
import { makeUser } from '../../mocks/db';
import type { Item } from '../../src/store/api.generated';

/** The shop of the walks: small, so that a walk is quick; two shoppers whose carts differ, so that a mix-up shows. */
export const items: Item[] = [
  { _id: 'mug', name: 'Mug', description: 'Holds tea.', category: 'Kitchen', price: 18.5 },
  { _id: 'pan', name: 'Pan', description: 'Fries.', category: 'Kitchen', price: 40 },
  { _id: 'lamp', name: 'Lamp', description: 'Shines.', category: 'Home & Light', price: 89.95 },
];

export const accounts = [
  { name: 'Ada', email: 'ada@example.com', password: 'ada', cart: { mug: 2, lamp: 1 } },
  { name: 'Bob', email: 'bob@example.com', password: 'bob', cart: { pan: 1 } },
];

/** Tokens that storage may hold without a login in this tab. The last two are nobody's; the last one no header takes. */
export const tokens = { ada: 'Ada-1', bob: 'Bob-1', nobody: 'Nobody-1', broken: 'bröken' };

/** A request that left: its line, such as `GET /cart as Ada-1`, and what it is answered with, if ever. */
export type Sent = { text: string; answer: Answer | 'never' };

/** `ok`: a status of success, and no page in place of an answer. */
export type Answer = { ok: boolean; body?: unknown };

const replaced = [
  'html-instead-of-json',
  'empty',
  'no-content',
  'malformed-json',
  'null',
  'wrong-type',
] as const;
const failing = ['offline', 'status-401', 'status-404', 'status-409', 'status-500'] as const;

/** What can happen to a call; `lost`: the backend does what it is asked for, and the answer does not arrive. */
export const faults = ['hang', 'lost', ...failing, ...replaced] as const;

export type Fault = (typeof faults)[number];

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The mock backend with these items and accounts. */
export async function openShop(contract: string) {
  const users = await Promise.all(
    accounts.map(({ name, email, password }) => makeUser(name, email, password)),
  );
  const cartOf = (index: number) =>
    Object.entries(accounts[index]?.cart ?? {}).map(([itemId, quantity]) => ({ itemId, quantity }));
  const fresh = JSON.stringify({
    users,
    tokens: Object.fromEntries(users.map(({ name, id }) => [`${name}-1`, id])),
    carts: Object.fromEntries(users.map(({ id }, index) => [id, cartOf(index)])),
  });
  let state = fresh;
  const backend = makeBackend({
    contract,
    items,
    storage: {
      load: () => state,
      save(next) {
        state = next;
      },
    },
  });
  let fault: Fault | undefined;

  /** The token by its holder and number, which are the same in every run. */
  function label(token: string | null) {
    const { users, tokens } = JSON.parse(state) as {
      users: { id: string; name: string }[];
      tokens: Record<string, string>;
    };
    const holder = tokens[token ?? ''];
    const own = Object.keys(tokens).filter((it) => tokens[it] === holder);
    const name = users.find(({ id }) => id === holder)?.name;
    return name ? `${name}-${own.indexOf(token ?? '') + 1}` : token;
  }

  /** What the model knows of an answer. */
  async function read(response: Response): Promise<Answer> {
    const isPage = response.headers.get('content-type')?.includes('html');
    const text = response.type === 'error' ? '' : await response.clone().text();
    try {
      const body = JSON.parse(text);
      if (typeof body?.token === 'string') body.token = label(body.token);
      return { ok: response.ok && !isPage, body };
    } catch {
      return { ok: response.ok && !isPage };
    }
  }

  return {
    label,
    use(next: Fault) {
      fault = next;
    },
    reset() {
      state = fresh;
      fault = undefined;
    },
    /** The request as the model knows it, and its answer; none when it hangs. */
    async handle(request: Request) {
      const met = fault;
      fault = undefined;
      const { pathname, search } = new URL(request.url);
      const token = request.headers.get('authorization')?.replace('Bearer ', '');
      const body = await request.clone().text();
      const line = [
        `${request.method} ${pathname.replace('/api', '')}${search}`,
        body,
        token && `as ${label(token)}`,
      ];
      const text = line.filter(Boolean).join(' ');
      if (met === 'hang') return { text, answer: 'never' as const };
      if (met && met !== 'lost') backend.use(met);
      const answered = await backend.handle(request);
      backend.use('normal');
      const response = met === 'lost' ? Response.error() : answered;
      // Browsers may keep it; the store is to ask all the same.
      if (response.ok) response.headers.set('cache-control', 'max-age=600');
      return { text, answer: await read(response), response };
    },
  };
}
