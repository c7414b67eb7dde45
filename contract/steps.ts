import fc from 'fast-check';
import { type Misfit, type Step, wrongPasswords } from './model.ts';
import type { Schema } from './openApi.ts';
import type { Row } from './probe.ts';
import type { Operation } from './readContract.ts';

const SHOPPERS = 3;

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
    ' ',
    '__proto__',
    'constructor',
    'null',
    '0',
    "' OR '1'='1",
    '%00',
    '$where',
    '\u0000',
    '<b>&amp;',
    '🛒'.repeat(100),
    'x'.repeat(10_000),
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

/** Requests of the operation that do not fit its schema: a field is missing or wrong, or there is no object at all. */
function misfitsOf({ fields, method }: Operation): fc.Arbitrary<Misfit> {
  const properties = Object.entries(fields.properties ?? {});
  const inQuery = method === 'GET';
  const wrong = properties
    .filter(([, { type }]) => !inQuery || type === 'number')
    .map(([field, schema]) =>
      (inQuery ? fc.constantFrom('cheap', '$5', 'one') : misfitOf(schema)).map((value) => ({ field, value })),
    );
  const missing = (fields.required ?? []).map((field) => fc.constant({ field, value: undefined }));
  return fc.oneof(...wrong, ...missing, ...(inQuery ? [] : [noObject.map((text) => ({ text }))]));
}

/** Any step at a backend with these items. */
export function stepsOf(operations: Operation[], rows: Row[]): fc.Arbitrary<Step> {
  const secured = operations.filter(({ isSecured }) => isSecured).map(({ id }) => id);
  const withFields = operations.filter(({ fields }) => Object.keys(fields.properties ?? {}).length > 0);
  const who = fc.nat(SHOPPERS - 1);
  const device = fc.nat(2);
  const item = fc.nat(3);
  const quantity = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
  const price = fc.oneof(
    fc.constantFrom(...rows.map(({ price }) => price)),
    fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
    fc.constantFrom(0, 2, 10, 100),
  );
  const category = fc
    .constantFrom(...rows.map(({ category }) => category))
    .chain((name) => fc.constantFrom(name, name.toUpperCase(), name.toLowerCase(), name.slice(0, -1)));
  const filter = fc.record({ priceMin: price, priceMax: price, category }, { requiredKeys: [] });
  const asText = oddText.filter(
    (text) => text !== '' && !rows.some((row) => row.category.toLowerCase() === text.toLowerCase()),
  );
  const step = <Does extends Step['does'], Fields extends object>(
    weight: number,
    does: Does,
    fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
  ) => ({
    weight,
    arbitrary: fc.record(fields).map((rest) => ({ does, ...(rest as Fields) })),
  });
  const constant = fc.constant;
  const mark = fc.constantFrom('', '+shop', '.x', '.X');
  const name = fc.constantFrom('Contract Test', 'Contract Test Zoë', 'Contract Test 山田');
  const secret = fc.constantFrom('', 'é', ' ');
  const id = fc.constantFrom('addToCart', 'removeFromCart');
  const securedId = fc.constantFrom(...secured);
  const token = fc.constantFrom(undefined, '', 'not-a-token', 'null', 'constructor');
  const password = fc.constantFrom(...(Object.keys(wrongPasswords) as (keyof typeof wrongPasswords)[]));
  const misfits = fc
    .constantFrom(...withFields)
    .chain((operation) => misfitsOf(operation).map((misfit) => ({ id: operation.id, misfit })));
  return fc.oneof(
    step(60, 'add', { who, device, item, quantity }),
    step(30, 'remove', { who, device, item }),
    step(20, 'look', { who, device }),
    step(10, 'addAtOnce', { who, items: fc.tuple(item, item) }),
    step(20, 'login', { who }),
    step(10, 'loginWrongly', { who, password }),
    step(3, 'signup', { name, mark, secret, isOdd: constant(false) }),
    step(2, 'signup', { name: oddText, mark, secret: oddText, isOdd: constant(true) }),
    step(30, 'filter', { filter, isOdd: constant(false) }),
    step(10, 'filter', { filter: fc.record({ category: asText }), isOdd: constant(true) }),
    step(10, 'oddItem', { who, id, itemId: asText }),
    step(10, 'wrongToken', { id: securedId, token }),
    {
      weight: 30,
      arbitrary: fc.tuple(who, misfits).map(([who, it]) => ({ does: 'misfit' as const, who, ...it })),
    },
  );
}
