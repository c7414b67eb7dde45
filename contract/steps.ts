import fc from 'fast-check';
import { type Misfit, type Step, wrongPasswords } from './model.ts';
import type { Row } from './probe.ts';
import type { Operation, Schema } from './readContract.ts';

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
  const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
  const does = fc.constant;
  return fc.oneof(
    often(60, fc.record({ does: does('add' as const), who, device, item, quantity })),
    often(30, fc.record({ does: does('remove' as const), who, device, item })),
    often(20, fc.record({ does: does('look' as const), who, device })),
    often(10, fc.record({ does: does('addAtOnce' as const), who, items: fc.tuple(item, item) })),
    often(20, fc.record({ does: does('login' as const), who })),
    often(
      10,
      fc.record({
        does: does('loginWrongly' as const),
        who,
        password: fc.constantFrom(...(Object.keys(wrongPasswords) as (keyof typeof wrongPasswords)[])),
      }),
    ),
    often(
      3,
      fc.record({
        does: does('signup' as const),
        name: fc.constantFrom('Contract Test', 'Contract Test Zoë', 'Contract Test 山田'),
        mark: fc.constantFrom('', '+shop', '.x', '.X'),
        secret: fc.constantFrom('', 'é', ' '),
        isOdd: does(false),
      }),
    ),
    often(
      2,
      fc.record({
        does: does('signup' as const),
        name: oddText,
        mark: fc.constantFrom('', '+shop', '.x', '.X'),
        secret: oddText,
        isOdd: does(true),
      }),
    ),
    often(30, fc.record({ does: does('filter' as const), filter, isOdd: does(false) })),
    often(
      10,
      fc.record({
        does: does('filter' as const),
        filter: fc.record({ category: asText }),
        isOdd: does(true),
      }),
    ),
    often(
      10,
      fc.record({
        does: does('oddItem' as const),
        who,
        id: fc.constantFrom('addToCart', 'removeFromCart'),
        itemId: asText,
      }),
    ),
    often(
      10,
      fc.record({
        does: does('wrongToken' as const),
        id: fc.constantFrom(...secured),
        token: fc.constantFrom(undefined, '', 'not-a-token', 'null', 'constructor'),
      }),
    ),
    often(
      30,
      fc.constantFrom(...withFields).chain((operation) =>
        fc.record({
          does: does('misfit' as const),
          who,
          id: does(operation.id),
          misfit: misfitsOf(operation),
        }),
      ),
    ),
  );
}
