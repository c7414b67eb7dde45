import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '../tests/support/network';
import { makeBackend } from './backend';
import { catalogue } from './catalogue';

/** What the backend should remember, as simple as it gets. */
type Model = {
  accounts: Map<string, { password: string; cart: Map<string, number> }>;
  /** Tokens that the backend has given out, with their account's email. */
  tokens: { token: string; email: string }[];
};

type Real = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
) => Promise<{ status: number; body: unknown }>;
type Command = fc.AsyncCommand<Model, Real>;

const emails = ['ada@example.com', 'grace@example.com', 'linus@example.com'];
const passwords = ['one', 'two'];
const itemIds = [...catalogue.slice(0, 3).map(({ _id }) => _id), 'unknown'];

const command = (text: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  run,
  toString: () => text,
});

const email = fc.constantFrom(...emails);
const password = fc.constantFrom(...passwords);
const itemId = fc.constantFrom(...itemIds);
const nthToken = fc.nat({ max: 5 });

/** The token that a command uses and its account's cart; none where no token has been given out. */
function pick({ accounts, tokens }: Model, nth: number) {
  const holder = tokens[nth % Math.max(tokens.length, 1)];
  return { token: holder?.token, cart: accounts.get(holder?.email ?? '')?.cart };
}

const commands = [
  fc.tuple(email, password).map(([email, password]) =>
    command(`signup(${email}, ${password})`, async ({ accounts, tokens }, call) => {
      const { status, body } = await call('POST', '/auth/signup', { name: 'Somebody', email, password });
      expect(status).toBe(accounts.has(email) ? 409 : 200);
      if (status !== 200) return;
      accounts.set(email, { password, cart: new Map() });
      tokens.push({ token: (body as { token: string }).token, email });
    }),
  ),
  fc.tuple(email, password).map(([email, password]) =>
    command(`login(${email}, ${password})`, async ({ accounts, tokens }, call) => {
      const { status, body } = await call('POST', '/auth/login', { email, password });
      expect(status).toBe(accounts.get(email)?.password === password ? 200 : 401);
      if (status === 200) tokens.push({ token: (body as { token: string }).token, email });
    }),
  ),
  fc
    .tuple(nthToken, itemId, fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }))
    .map(([nth, itemId, quantity]) =>
      command(`add(token ${nth}, ${itemId}, ${quantity})`, async (model, call) => {
        const { token, cart } = pick(model, nth);
        const { status } = await call('POST', '/cart/add', { itemId, quantity }, token);
        expect(status).toBe(!cart ? 401 : itemId === 'unknown' ? 404 : 200);
        if (status === 200) cart?.set(itemId, (cart.get(itemId) ?? 0) + (quantity ?? 1));
      }),
    ),
  fc.tuple(nthToken, itemId).map(([nth, itemId]) =>
    command(`remove(token ${nth}, ${itemId})`, async (model, call) => {
      const { token, cart } = pick(model, nth);
      const { status } = await call('POST', '/cart/remove', { itemId }, token);
      expect(status).toBe(cart ? 200 : 401);
      cart?.delete(itemId);
    }),
  ),
  nthToken.map((nth) =>
    command(`get(token ${nth})`, async (model, call) => {
      const { token, cart } = pick(model, nth);
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
console.log(`Model of the mock backend: ${runs.numRuns} runs; to repeat: SEED=${runs.seed}`);

test('random sequences of calls agree with a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (sequence) => {
      const { handle } = makeBackend({ contract });
      const call: Real = async (method, path, body, token) => {
        const response = await handle(
          new Request(`http://localhost/api${path}`, {
            method,
            headers: { ...(token && { authorization: `Bearer ${token}` }) },
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
