import { readFileSync } from 'node:fs';
import { makeBackend, memoryStorage } from '../../mocks/backend';
import { makeUser } from '../../mocks/db';
import type { ScenarioName } from '../../mocks/scenarios';
import type { Item } from '../../src/store/api.generated';

export const items: Item[] = [
  { _id: 'mug', name: 'Mug', description: 'Holds tea.', category: 'Kitchen', price: 18.5 },
  { _id: 'pan', name: 'Pan', description: 'Fries.', category: 'Kitchen', price: 40 },
  { _id: 'lamp', name: 'Lamp', description: 'Shines.', category: 'Home & Light', price: 89.95 },
];

const line = (itemId: string, quantity: number) => ({ itemId, quantity });

/** Two shoppers with different carts, so that a walk notices when the store mixes them up. */
export const accounts = [
  { name: 'Ada', email: 'ada@example.com', password: 'ada', cart: [line('mug', 2), line('lamp', 1)] },
  { name: 'Bob', email: 'bob@example.com', password: 'bob', cart: [line('pan', 1)] },
];

/** What may happen to a request. */
export const incidents: ScenarioName[] = [
  ...(['offline', 'html-instead-of-json', 'empty', 'no-content', 'malformed-json', 'null'] as const),
  ...(['wrong-type', 'status-401', 'status-404', 'status-409', 'status-500'] as const),
];

/** `ok`: a success status, and not an HTML page. */
export type Outcome = { ok: boolean; body?: unknown };

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** The mock backend with these items and accounts. Their first tokens are `Ada-1` and `Bob-1`. */
export async function startBackend() {
  const storage = memoryStorage();
  const mock = makeBackend({ contract: readFileSync('openapi.yaml', 'utf8'), items, storage });
  const users = await Promise.all(
    accounts.map(({ name, email, password }) => makeUser(name, email, password)),
  );
  const initialState = JSON.stringify({
    users,
    tokens: Object.fromEntries(users.map(({ name, id }) => [`${name}-1`, id])),
    carts: Object.fromEntries(users.map(({ id }, index) => [id, accounts[index]?.cart])),
  });
  let nextIncident: ScenarioName = 'normal';

  return {
    reset() {
      storage.save(initialState);
      nextIncident = 'normal';
    },
    planIncident(incident: string) {
      nextIncident = incident as ScenarioName;
    },
    /** `text` describes the request, for example `GET /cart as Ada-1`. */
    async handle(request: Request) {
      const incident = nextIncident;
      nextIncident = 'normal';
      const { pathname, search } = new URL(request.url);
      const token = request.headers.get('authorization')?.replace('Bearer ', '');
      const body = await request.clone().text();
      const path = pathname.replace('/api', '') + search;
      const text = describeRequest(`${request.method} ${path}`, body ? JSON.parse(body) : undefined, token);
      mock.use(incident);
      const response = await mock.handle(request);
      const isPage = response.headers.get('content-type')?.includes('html');
      const json: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      const outcome: Outcome = { ok: response.ok && !isPage, body: json };
      return { text, outcome, response };
    },
  };
}

export const describeRequest = (request: string, body?: object, token?: string | null) =>
  [request, body && JSON.stringify(body), token && `as ${token}`].filter(Boolean).join(' ');
