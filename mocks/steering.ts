import type { Item } from '../src/store/api.generated';
import type { Backend, CallReport } from './backend';
import { describeState, type Seed, type Storage, seedState } from './db';
import { readLatency, readSituation, type Situation, scenarios } from './scenarios';

type Steered = {
  backend: Backend;
  storage: Storage;
  /** The latest calls, newest first. */
  calls: CallReport[];
};

const summaries = Object.fromEntries(Object.entries(scenarios).map(([name, { summary }]) => [name, summary]));

/** What was sent cannot be taken; the message says why. */
class BadInput extends Error {}

/** The switches of the panel over HTTP, under /mock, and the state: read, seeded and reset. */
export function makeSteering({ backend, storage, calls }: Steered) {
  const settings = () =>
    Response.json({ scenario: backend.situation, latency: backend.latency, scenarios: summaries, calls });
  const seed = async (next?: Seed) => {
    const state = await seedState(next);
    storage.save(state);
    return Response.json(describeState(state));
  };
  const state = () => {
    const text = storage.load();
    return text === null ? seed() : Response.json(describeState(text));
  };

  const routes: Record<string, (body: unknown) => Response | Promise<Response>> = {
    'GET /mock': settings,
    'PATCH /mock': (body) => {
      const { scenario, latency } = readSettings(body);
      if (scenario !== undefined) backend.use(scenario);
      if (latency !== undefined) backend.delay(latency);
      return settings();
    },
    'GET /mock/state': state,
    'PUT /mock/state': (body) => seed(readSeed(body, backend.items)),
    'DELETE /mock/state': () => seed(),
  };

  return async (request: Request): Promise<Response> => {
    const route = `${request.method} ${new URL(request.url).pathname}`;
    const answer = routes[route];
    if (!answer) return refuse(404, `There is no ${route}, only: ${Object.keys(routes).join(', ')}.`);
    const hasBody = request.method === 'PATCH' || request.method === 'PUT';
    try {
      return await answer(hasBody ? await request.json().catch(() => undefined) : undefined);
    } catch (error) {
      if (error instanceof BadInput) return refuse(422, error.message);
      throw error;
    }
  };
}

const refuse = (status: number, message: string) => Response.json({ message }, { status });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function demand(isMet: unknown, message: string): asserts isMet {
  if (!isMet) throw new BadInput(message);
}

function readSettings(body: unknown) {
  demand(isObject(body), 'Send {"scenario": "slow"}, {"latency": 300} or both.');
  const { scenario, latency, ...others } = body;
  const [other] = Object.keys(others);
  demand(other === undefined, `There is no setting "${other}", only scenario and latency.`);
  try {
    if (latency !== undefined) readLatency(latency);
    if (scenario !== undefined) readSituation(`${scenario}`);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
  return { scenario: scenario as Situation | undefined, latency: latency as number | undefined };
}

function readSeed(body: unknown, items: readonly Item[]): Seed {
  demand(isObject(body), 'Send {"users": […], "carts": {…}, "tokens": {…}}; each may be left out.');
  const { users = [], carts = {}, tokens = {}, ...others } = body;
  const [other] = Object.keys(others);
  demand(other === undefined, `There is no "${other}" in a state, only users, carts and tokens.`);
  demand(
    Array.isArray(users) &&
      users.every((it) => isObject(it) && [it.name, it.email, it.password].every(isText)),
    'users is a list of {"name", "email", "password"}.',
  );
  const emails = users.map(({ email }) => email);
  demand(new Set(emails).size === emails.length, 'Each email of users may be there once.');
  const known = (email: unknown) => demand(emails.includes(email), `There is no user "${email}".`);
  demand(isObject(carts), 'carts is {"email": [{"itemId", "quantity"}]}.');
  for (const [email, cart] of Object.entries(carts)) {
    known(email);
    demand(Array.isArray(cart), `The cart of ${email} is no list of {"itemId", "quantity"}.`);
    for (const line of cart) {
      const { itemId, quantity } = isObject(line) ? line : {};
      demand(
        items.some(({ _id }) => _id === itemId),
        `The cart of ${email} has an item "${itemId}", which GET /api/items does not have.`,
      );
      demand(
        Number.isInteger(quantity) && Number(quantity) > 0,
        `The cart of ${email} has no whole quantity of ${itemId}.`,
      );
    }
  }
  demand(isObject(tokens), 'tokens is {"token": "email"}.');
  for (const email of Object.values(tokens)) known(email);
  return { users, carts, tokens } as Seed;
}
