import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '../tests/support/network';
import { makeBackend } from './backend';
import { catalogue } from './catalogue';

/** The expected state of the backend, in its simplest form. */
type Model = {
  accounts: Map<string, { password: string; cart: Map<string, number> }>;
  /** All issued tokens. */
  tokens: { token: string; email: string }[];
};

type MakeCall = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
) => Promise<{ status: number; body: unknown }>;
type Command = fc.AsyncCommand<Model, MakeCall>;

const emails = ['ada@example.com', 'grace@example.com', 'linus@example.com'];
const passwords = ['one', 'two'];
const itemIds = [...catalogue.slice(0, 3).map(({ _id }) => _id), 'unknown'];

const command = (description: string, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => description,
});

const anyEmail = fc.constantFrom(...emails);
const anyPassword = fc.constantFrom(...passwords);
const anyItemId = fc.constantFrom(...itemIds);
const tokenIndex = fc.nat({ max: 5 });

/** An issued token and the cart of its account; both undefined before the first signup. */
function pickSession({ accounts, tokens }: Model, index: number) {
  const session = tokens[index % Math.max(tokens.length, 1)];
  return { token: session?.token, cart: accounts.get(session?.email ?? '')?.cart };
}

const commands = [
  fc.tuple(anyEmail, anyPassword).map(([email, password]) =>
    command(`signup(${email}, ${password})`, async ({ accounts, tokens }, call) => {
      const { status, body } = await call('POST', '/auth/signup', { name: 'Ada', email, password });
      expect(status).toBe(accounts.has(email) ? 409 : 200);
      if (status !== 200) return;
      accounts.set(email, { password, cart: new Map() });
      tokens.push({ token: (body as { token: string }).token, email });
    }),
  ),
  fc.tuple(anyEmail, anyPassword).map(([email, password]) =>
    command(`login(${email}, ${password})`, async ({ accounts, tokens }, call) => {
      const { status, body } = await call('POST', '/auth/login', { email, password });
      expect(status).toBe(accounts.get(email)?.password === password ? 200 : 401);
      if (status === 200) tokens.push({ token: (body as { token: string }).token, email });
    }),
  ),
  fc
    .tuple(tokenIndex, anyItemId, fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }))
    .map(([index, itemId, quantity]) =>
      command(`add(token ${index}, ${itemId}, ${quantity})`, async (model, call) => {
        const { token, cart } = pickSession(model, index);
        const { status } = await call('POST', '/cart/add', { itemId, quantity }, token);
        if (!cart) {
          expect(status).toBe(401);
        } else if (itemId === 'unknown') {
          expect(status).toBe(404);
        } else {
          expect(status).toBe(200);
          cart.set(itemId, (cart.get(itemId) ?? 0) + (quantity ?? 1));
        }
      }),
    ),
  fc.tuple(tokenIndex, anyItemId).map(([index, itemId]) =>
    command(`remove(token ${index}, ${itemId})`, async (model, call) => {
      const { token, cart } = pickSession(model, index);
      const { status } = await call('POST', '/cart/remove', { itemId }, token);
      expect(status).toBe(cart ? 200 : 401);
      cart?.delete(itemId);
    }),
  ),
  tokenIndex.map((index) =>
    command(`cart(token ${index})`, async (model, call) => {
      const { token, cart } = pickSession(model, index);
      const { status, body } = await call('GET', '/cart', undefined, token);
      expect(status).toBe(cart ? 200 : 401);
      if (!cart) return;
      const lines = (body as { item: { _id: string }; quantity: number }[]).map(({ item, quantity }) => [
        item._id,
        quantity,
      ]);
      expect(lines).toEqual([...cart]);
    }),
  ),
];

const runs = { numRuns: 200, seed: Number(process.env.SEED ?? Date.now() % 2 ** 31) };
console.log(`Model test of the mock backend: ${runs.numRuns} runs. To repeat them, set SEED=${runs.seed}.`);

test('random sequences of calls behave like the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (sequence) => {
      const { handle } = makeBackend({ contract });
      const call: MakeCall = async (method, path, body, token) => {
        const response = await handle(
          new Request(`http://localhost/api${path}`, {
            method,
            headers: {
              'content-type': 'application/json',
              ...(token && { authorization: `Bearer ${token}` }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
        );
        return { status: response.status, body: await response.json() };
      };
      const model: Model = { accounts: new Map(), tokens: [] };
      await fc.asyncModelRun(() => ({ model, real: call }), sequence);
    }),
    runs,
  );
});
