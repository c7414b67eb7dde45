import fc from 'fast-check';
import { type Exchange, isSuccess } from './client.ts';
import { expectAccepted, expectAnswered, expectRefused, expectThat } from './expect.ts';
import { wrongPasswords } from './journeys/auth.ts';
import type { Schema } from './openApi.ts';
import type { Operation } from './readContract.ts';
import type { Filter, Shop, Shopper } from './shop.ts';

const SHOPPERS = 3;

/** What somebody does, and what that has to bring. `devicesOf` gives the devices of a shopper, which are numbers. */
export type Step = (devicesOf: (who: number) => Promise<Shopper[]>) => Promise<unknown>;

/** Any character. fast-check's own 'binary' works through a million of them first, which takes a second of each start. */
const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Texts that a schema allows and few programs expect. */
const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 10 }),
  fc.constantFrom(
    ...[' ', '__proto__', 'constructor', 'null', '0', "' OR '1'='1", '%00', '$where', '\u0000', '<b>&amp;'],
    ...['🛒'.repeat(100), 'x'.repeat(10_000)],
  ),
);

const notText: fc.Arbitrary<unknown> = fc.constantFrom(7, true, null, {}, [], { $ne: '' }, { $gt: '' });
const notNumber: fc.Arbitrary<unknown> = fc.constantFrom('many', true, null, {}, [], { $gt: 0 });
const noObject = fc.constantFrom('', '{', '{"email":', 'null', '[]', '7', '"text"');

/** Values that the schema of a field does not allow. */
function misfitOf({ type, minLength = 0, minimum }: Schema): fc.Arbitrary<unknown> {
  if (type === 'string') return minLength ? fc.oneof(notText, fc.constant('')) : notText;
  const belowMinimum = minimum === undefined ? [] : [fc.integer({ min: minimum - 100, max: minimum - 1 })];
  const fraction = type === 'integer' ? [fc.integer({ min: 1, max: 20 }).map((it) => it + 0.5)] : [];
  return fc.oneof(notNumber, ...belowMinimum, ...fraction);
}

/** What does not fit the schema of an operation: a field that is missing or wrong, or a text in place of an object. */
export function misfitsOf(
  operations: Operation[],
): fc.Arbitrary<{ id: string; wrong: Record<string, unknown> }> {
  const misfits = operations.flatMap(({ id, fields: { properties = {}, required = [] }, method }) => {
    const isInQuery = method === 'GET';
    const wrong = Object.entries(properties)
      .filter(([, { type }]) => !isInQuery || type === 'number')
      .map(([field, schema]) =>
        (isInQuery ? fc.constantFrom('cheap', '$5', 'one') : misfitOf(schema)).map((it) => ({ [field]: it })),
      );
    const missing = required.map((field) => fc.constant({ [field]: undefined }));
    const noBody = isInQuery || !wrong.length ? [] : [noObject.map((text) => ({ text }))];
    const all: fc.Arbitrary<Record<string, unknown>>[] = [...wrong, ...missing, ...noBody];
    return all.length ? fc.oneof(...all).map((wrong) => ({ id, wrong })) : [];
  });
  return fc.oneof(...misfits);
}

const step = <Value>(
  weight: number,
  value: fc.Arbitrary<Value>,
  act: (value: Value, ...world: Parameters<Step>) => Promise<unknown>,
) => ({
  weight,
  arbitrary: value.map(
    (it): Step =>
      (devicesOf) =>
        act(it, devicesOf),
  ),
});

/** What one of the shoppers does, on one of their devices. */
const shopping = <Value>(
  weight: number,
  value: fc.Arbitrary<Value>,
  act: (ada: Shopper, value: Value, devices: Shopper[]) => Promise<unknown>,
) =>
  step(weight, fc.tuple(fc.nat(SHOPPERS - 1), fc.nat(2), value), async ([who, device, it], devicesOf) => {
    const devices = await devicesOf(who);
    return act(devices[device % devices.length] as Shopper, it, devices);
  });

/** Any step at the backend of this shop. */
export function stepsOf(operations: Operation[], shop: Shop): fc.Arbitrary<Step> {
  const { rows } = shop.catalogue;
  const some = rows.slice(0, 8);
  const itemId = fc.constantFrom(...some.slice(0, 4).map(({ _id }) => _id));
  const price = fc.oneof(
    fc.constantFrom(...some.map(({ price }) => price)),
    fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
    fc.constantFrom(0, 2, 10, 100),
  );
  const category = fc
    .constantFrom(...some.map(({ category }) => category))
    .chain((name) => fc.constantFrom(name, name.toUpperCase(), name.toLowerCase(), name.slice(0, -1)));
  const filter = fc.record({ priceMin: price, priceMax: price, category }, { requiredKeys: [] });
  const noCategory = oddText.filter(
    (text) => !rows.some((row) => row.category.toLowerCase() === text.toLowerCase()),
  );
  const quantity = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
  const mark = fc.constantFrom('', '+shop', '.x', '.X');
  const name = fc.constantFrom('Contract Test', 'Contract Test Zoë', 'Contract Test 山田');
  const cartCall = fc.constantFrom('addToCart', 'removeFromCart');
  const securedCall = fc.constantFrom(...operations.flatMap(({ id, isSecured }) => (isSecured ? id : [])));
  const token = fc.constantFrom(undefined, '', 'not-a-token', 'null', 'constructor');

  /** A backend may have limits that no contract knows, but what it has accepted it has to keep. */
  const signup =
    (expect: (exchange: Exchange) => void) =>
    async ([name, mark, secret]: [string, string, string]) => {
      const account = { name, email: shop.newEmail(mark), password: shop.password + secret };
      const exchange = await shop.call('signup', { body: account });
      expect(exchange);
      if (isSuccess(exchange)) await (await shop.login(account)).look();
    };

  return fc.oneof(
    shopping(60, fc.tuple(itemId, quantity), (ada, [itemId, quantity]) => ada.add(itemId, quantity)),
    shopping(40, itemId, (ada, itemId) => ada.remove(itemId)),
    shopping(20, fc.constant(0), (ada) => ada.look()),
    shopping(10, fc.tuple(itemId, itemId), (ada, ids) =>
      shop.together(ids.map((it) => () => ada.add(it, 1))),
    ),
    shopping(20, fc.constant(0), async (ada, _, devices) => devices.push(await shop.login(ada))),
    shopping(15, fc.constantFrom(...Object.entries(wrongPasswords)), async (ada, [reason, change]) => {
      const body = { email: ada.email, password: change(ada.password) };
      expectRefused(await shop.call('login', { body }), { reason, level: 'unsafe' });
    }),
    step(3, fc.tuple(name, mark, fc.constantFrom('', 'é', ' ')), signup(expectAccepted)),
    step(
      2,
      fc.tuple(oddText, mark, oddText),
      signup((exchange) => expectAnswered(exchange, 'strict')),
    ),
    step(30, filter, (filter: Filter) => shop.expectItems(filter)),
    step(10, noCategory, async (category) => {
      const exchange = await shop.call('getItems', { query: { category } });
      expectAnswered(exchange, 'strict');
      const isEmpty = !isSuccess(exchange) || (exchange.body as []).length === 0;
      expectThat(exchange, isEmpty, { expected: 'An empty list.' });
    }),
    shopping(10, fc.tuple(cartCall, noCategory), async ({ token }, [id, itemId]) => {
      const exchange = await shop.call(id, { token, body: { itemId } });
      expectAnswered(exchange, 'strict');
      if (id === 'addToCart') expectRefused(exchange, { level: 'strict' });
    }),
    step(10, fc.tuple(securedCall, token), async ([id, token]) =>
      expectRefused(await shop.call(id, shop.spoil(id, { token })), { level: 'unsafe' }),
    ),
    shopping(50, misfitsOf(operations), async (ada, { id, wrong }) => {
      const level = id === 'login' ? 'unsafe' : 'strict';
      expectRefused(await shop.call(id, shop.spoil(id, wrong, ada)), { level });
    }),
  );
}
