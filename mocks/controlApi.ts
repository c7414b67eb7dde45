import { Ajv, type ValidateFunction } from 'ajv';
import type { Item } from '../src/store/api.generated';
import type { Backend } from './backend';
import { createState, describeState, normalizeEmail, type Seed, type StateStorage } from './db';
import { errorResponse, HttpError } from './httpError';
import { type ScenarioSetting, scenarioSummaries } from './scenarios';

/** Controls a mock backend over HTTP, under /mock: scenario, latency and stored state. */
export function makeControlApi(backend: Backend, storage: StateStorage) {
  const settings = () => ({ scenario: backend.setting, latency: backend.latency });

  async function replaceState(seed?: Seed) {
    const state = await createState(seed);
    storage.save(state);
    return Response.json(describeState(state));
  }

  const routes: Record<string, (body: unknown) => Response | Promise<Response>> = {
    'GET /mock': () =>
      Response.json({ ...settings(), scenarios: scenarioSummaries, calls: backend.recentCalls }),
    'PATCH /mock': (body) => {
      const { scenario, latency } = validate(settingsSchema, body);
      if (scenario !== undefined) backend.use(scenario);
      if (latency !== undefined) backend.setLatency(latency);
      return Response.json(settings());
    },
    'GET /mock/state': () => {
      const state = storage.load();
      // Nothing is stored before the first call.
      return state === null ? replaceState() : Response.json(describeState(state));
    },
    'PUT /mock/state': (body) => replaceState(validateSeed(body, backend.items)),
    'DELETE /mock/state': () => replaceState(),
  };

  return async (request: Request): Promise<Response> => {
    const route = `${request.method} ${new URL(request.url).pathname}`;
    const handle = routes[route];
    if (!handle) {
      return errorResponse(404, `There is no ${route}. Use one of: ${Object.keys(routes).join(', ')}.`);
    }
    try {
      return await handle(await request.json().catch(() => undefined));
    } catch (error) {
      if (error instanceof HttpError) return errorResponse(error.status, error.message);
      throw error;
    }
  };
}

const ajv = new Ajv({ useDefaults: true });

const settingsSchema = ajv.compile<{ scenario?: ScenarioSetting; latency?: number }>({
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    scenario: { type: 'string' },
    latency: { type: 'number', minimum: 0 },
  },
});

const nonEmptyString = { type: 'string', minLength: 1 };

const seedSchema = ajv.compile<Seed>({
  type: 'object',
  additionalProperties: false,
  properties: {
    users: {
      type: 'array',
      default: [],
      items: {
        type: 'object',
        required: ['name', 'email'],
        properties: { name: nonEmptyString, email: nonEmptyString },
        anyOf: [
          { required: ['password'], properties: { password: nonEmptyString } },
          // As GET /mock/state returns them.
          {
            required: ['salt', 'passwordHash'],
            properties: { salt: nonEmptyString, passwordHash: nonEmptyString },
          },
        ],
      },
    },
    carts: {
      type: 'object',
      default: {},
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          required: ['itemId', 'quantity'],
          properties: { itemId: nonEmptyString, quantity: { type: 'integer', minimum: 1 } },
        },
      },
    },
    tokens: { type: 'object', default: {}, additionalProperties: nonEmptyString },
  },
});

function validate<T>(schema: ValidateFunction<T>, body: unknown): T {
  if (schema(body)) return body;
  throw new HttpError(422, `Invalid request: ${ajv.errorsText(schema.errors, { dataVar: 'body' })}.`);
}

function validateSeed(body: unknown, items: readonly Item[]): Seed {
  const seed = validate(seedSchema, body);
  const emails = seed.users.map(({ email }) => normalizeEmail(email));
  if (new Set(emails).size < emails.length) throw new HttpError(422, 'Two users have the same email.');
  for (const email of [...Object.keys(seed.carts), ...Object.values(seed.tokens)]) {
    if (!emails.includes(normalizeEmail(email))) throw new HttpError(422, `There is no user "${email}".`);
  }
  for (const { itemId } of Object.values(seed.carts).flat()) {
    if (!items.some(({ _id }) => _id === itemId)) throw new HttpError(422, `There is no item "${itemId}".`);
  }
  return seed;
}
