import { readFileSync } from 'node:fs';
import { makeBackend, memoryStorage } from '../../mocks/backend';
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

/**
 * What can happen to a call. `lost`: the backend does what it is asked for, and the answer does not arrive; `gone`: the items of
 * the answer's lines have been deleted.
 */
export const faults = [
  ...(['hang', 'lost', 'gone', 'offline', 'status-401', 'status-404', 'status-409', 'status-500'] as const),
  ...(['html-instead-of-json', 'empty', 'no-content', 'malformed-json', 'null', 'wrong-type'] as const),
];

export type Fault = (typeof faults)[number];

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The mock backend with these items and accounts. */
export async function openShop() {
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
  const storage = memoryStorage();
  const backend = makeBackend({ contract: readFileSync('openapi.yaml', 'utf8'), items, storage });
  let fault: Fault | undefined;
  /** What the model knows of an answer. */
  async function read(response: Response): Promise<Answer> {
    const isPage = response.headers.get('content-type')?.includes('html');
    const copy = response.clone();
    const body: unknown = await copy.json().catch(() => undefined);
    return { ok: response.ok && !isPage, body };
  }

  return {
    use(next: Fault) {
      fault = next;
    },
    reset() {
      storage.save(fresh);
      fault = undefined;
    },
    /** The request as the model knows it, and its answer; none when it hangs. */
    async handle(request: Request) {
      const met = fault;
      fault = undefined;
      const { pathname, search } = new URL(request.url);
      const token = request.headers.get('authorization')?.replace('Bearer ', '');
      const body = await request.clone().text();
      const line = [request.method, pathname.replace('/api', '') + search, body, token && `as ${token}`];
      const text = line.filter(Boolean).join(' ');
      if (met === 'hang') return { text, answer: 'never' as const };
      backend.use(!met || met === 'lost' || met === 'gone' ? 'normal' : met);
      let response = await backend.handle(request);
      if (met === 'lost') response = Response.error();
      if (met === 'gone') {
        const cart = await response.text();
        response = new Response(cart.replaceAll(/"item":\{.*?\}/g, '"item":null'), response);
      }
      // Browsers may keep it; the store is to ask all the same.
      if (response.ok) response.headers.set('cache-control', 'max-age=600');
      return { text, answer: await read(response), response };
    },
  };
}
