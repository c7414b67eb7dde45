import { isSuccess, nameOf, type Sent } from '../judge/exchange.ts';
import { expectAccepted, expectRefused, injectionInto, tryEach } from '../judge/expect.ts';
import { errorOf, Failure } from '../judge/failure.ts';
import { findOperation, operations } from '../judge/files.ts';
import { itemFilters } from '../judge/filters.ts';
import type { Level } from '../judge/level.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { forgedFrom, INVENTED_TOKENS } from '../judge/tokens.ts';
import type { Field, Operation } from '../openapi/readContract.ts';
import { capitalize, test } from './journey.ts';

// The wrong requests that follow from openapi.yaml: without a valid token, without a JSON body, and with each field missing,
// empty or of another type. A new operation needs no line here. At the end are those that a schema cannot describe.

/** A part of a valid request that is replaced, and the cause if a backend accepts it. */
type Wrong = Pick<Sent, 'text' | 'token'> & {
  fields?: Record<string, unknown>;
  /** Requests without a cause come first: if one of them is accepted, it is the failure. */
  cause?: string | undefined;
  /** Without it, the journey's own. */
  level?: Level;
};
type Choose = (shop: Shop, ada: Shopper) => Wrong[];

/** Declares a journey in which an operation refuses every wrong request, and changes nothing. */
function refuse(operation: Operation, id: string, words: string, choose: Choose) {
  test(`${id}: ${nameOf(operation)} ${words} is refused`, async (shop) => {
    const ada = await shop.signup();
    // A cart that is broken anyway must not hide the refusals.
    const cartError = operation.isSecured && (await errorOf(() => fillCart(shop, ada, operation)));
    const valid = validRequest(operation, shop, ada);
    const error = await errorOf(() => expectEachRefused(operation, choose(shop, ada), valid, shop));
    if (error instanceof Failure && operation.isSecured) {
      await ada.expectNoWrongQuantity();
      // A server error instead of a refusal is strict. A cart that no longer opens is worse.
      if (!cartError && !isSuccess(error.exchange)) await ada.openCart();
    }
    if (error || cartError) throw error || cartError;
    if (operation.isSecured) await ada.expectCart();
    if (operation.id === 'signup') await expectEmailIsFree(shop, valid);
  });
}

/** A signup that was refused must not leave an account behind, not even a part of one. */
async function expectEmailIsFree({ call, signup }: Shop, valid: Sent) {
  const exchange = await call('signup', valid);
  // If nobody can sign up any more, the refusals are not the cause.
  if (!isSuccess(exchange)) await signup();
  const cause = 'A refused signup occupies its email: a second one with right data is refused.';
  expectAccepted(exchange, { level: 'strict', cause });
}

/** With the item that a removal names. An addition names another item, so that its line is seen. */
async function fillCart({ item, catalogue }: Shop, ada: Shopper, { id }: Operation) {
  const { _id: itemId } = (id === 'addToCart' && catalogue.items[1]) || item;
  await ada.tryToAdd({ itemId, quantity: 1 });
  await ada.expectCart();
}

/** What the store sends. A field that the kit does not know has its example in openapi.yaml. */
export function validRequest(operation: Operation, shop: Shop, ada: Shopper): Sent {
  const { id, isSecured, fields, parameters, example } = operation;
  const known: Record<string, unknown> = {
    ...(id === 'signup' ? shop.newAccount() : ada.account),
    // Only operations with this field need a list of items.
    get itemId() {
      return shop.item._id;
    },
  };
  const body = Object.fromEntries(fields.map(({ name }) => [name, known[name] ?? example?.[name]]));
  // Only items have ids.
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const path = Object.fromEntries(inPath.map(({ name }) => [name, shop.item._id]));
  return { body, path, ...(isSecured && { token: ada.token }) };
}

async function isAnyNameAccepted(id: string, field: string, valid: Sent, shop: Shop) {
  const fields = valid.body as Record<string, unknown>;
  const body = { ...fields, [field]: { other: fields[field] } };
  return isSuccess(await shop.call(id, { ...valid, body }));
}

async function expectEachRefused({ id, hasBody }: Operation, all: Wrong[], valid: Sent, shop: Shop) {
  await tryEach(all, async ({ fields, cause, level, ...replaced }) => {
    const body = 'text' in replaced || !hasBody ? undefined : { ...(valid.body as object), ...fields };
    const exchange = await shop.call(id, { ...valid, ...replaced, body });
    const [part = 'token'] = Object.keys(fields ?? {});
    const isUnchecked = cause === UNCHECKED && isSuccess(exchange);
    // If an object with any other name is accepted, too, names are ignored, and operators are not the cause.
    const ifAccepted =
      isUnchecked && (await isAnyNameAccepted(id, part, valid, shop))
        ? ({ cause: OTHER_TYPE, level: 'strict' } as const)
        : { cause, level };
    expectRefused(exchange, 'text' in replaced ? 'body' : part, ifAccepted);
  });
}

/** Requests in which a field has one of these values. */
const each = (field: string, values: unknown[], ifAccepted: Pick<Wrong, 'cause' | 'level'> = {}): Wrong[] =>
  values.map((value) => ({ fields: { [field]: value }, ...ifAccepted }));

/** Operators of databases and query builders, which decide the query if the backend passes the body on. */
const operatorsWith = (valid: unknown) => [{ $ne: '' }, { $gt: '' }, { equals: valid }, { '=': valid }];
const UNCHECKED = 'The body is passed to the database unchecked, with query operators in it.';
/** One cause for all calls, because one setting converts the values of all of them. */
const OTHER_TYPE = 'Values of another JSON type are accepted, as they are or converted.';

const isNumber = ({ type }: Field['schema']) => type === 'number' || type === 'integer';

/** What is wrong without regard to its type: a field that is missing, and values that the schema excludes. */
function wrongValues({ schema, isRequired }: Field, valid: unknown): unknown[] {
  const { type, minLength = 0, format, minimum } = schema;
  return [
    ...(isRequired ? [undefined] : []),
    ...(type === 'string' && (minLength > 0 || format) ? [''] : []),
    ...(format === 'email' ? [`${valid}`.replace('@', '.')] : []),
    ...(type === 'integer' ? [1.5] : []),
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 2]),
  ];
}

/** Values of other JSON types. For an optional field, null may mean that it is missing. */
const otherTypes = ({ schema, isRequired }: Field): unknown[] => [
  ...(isRequired ? [null] : []),
  true,
  isNumber(schema) ? 'many' : 7,
];

const notJson = ['{"email":', 'text', '', 'null', '[]', '7', undefined];

for (const operation of operations) {
  const { id, isSecured, hasBody, fields, parameters } = operation;
  if (isSecured) {
    refuse(operation, `${id}WithoutToken`, 'without a token', () => [{ token: undefined }]);
    refuse(operation, `${id}WithWrongToken @unsafe`, 'with a wrong or forged token', (_shop, { token }) => [
      ...INVENTED_TOKENS.map((invented) => ({ token: invented })),
      ...forgedFrom(token),
    ]);
  }
  if (hasBody)
    refuse(operation, `${id}WithoutJson @strict`, 'with a body that is not a JSON object', () =>
      notJson.map((text) => ({ text })),
    );
  for (const field of fields) {
    const { name, isRequired } = field;
    const isLogin = id === 'login';
    const journey = `${id}WithWrong${capitalize(name)} @${isLogin ? 'unsafe' : 'strict'}`;
    const words = `with a wrong ${name}${isRequired ? ', or without one,' : ''}`;
    refuse(operation, journey, words, (shop, ada) => {
      const valid = (validRequest(operation, shop, ada).body as Record<string, unknown>)[name];
      return [
        // An account must not open without a password.
        ...each(name, wrongValues(field, valid), name === 'password' ? { level: 'unsafe' } : {}),
        // A login with another value than the right one is more than a missing check of its type.
        ...each(name, otherTypes(field), isLogin ? {} : { cause: OTHER_TYPE }),
        ...each(name, operatorsWith(valid), { cause: UNCHECKED }),
        // A backend that converts types takes this for the right value.
        ...each(name, [[valid]], { cause: OTHER_TYPE, level: 'strict' }),
      ];
    });
  }
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  for (const { name, schema } of inQuery)
    if (schema && isNumber(schema))
      test(`${id}WithWrong${capitalize(name)} @strict: ${nameOf(operation)} with a ${name} that is not a number is refused`, async (shop) => {
        const exchange = await shop.call(id, { query: { [name]: 'cheap' } });
        // A filter that is ignored altogether is another failure.
        const isFilter = itemFilters.some((filter) => filter.name === name);
        if (isSuccess(exchange) && isFilter)
          await shop.expectItems({ [name]: shop.catalogue.combined.priceMin });
        expectRefused(exchange, name);
      });
}

// Wrong requests that fit the schemas of openapi.yaml, or need several fields at once.

const login = findOperation('login') as Operation;
const addToCart = findOperation('addToCart') as Operation;

refuse(login, 'unknownEmail @unsafe', 'with an unknown email', (shop) => each('email', [shop.newEmail()]));

const LIKE = 'The email is compared with LIKE, in which % and _ match any text.';

refuse(login, 'loginWithSql @unsafe', 'with SQL in its email or password', (shop, { account }) => {
  const { email: own } = account;
  const patterns = [own.replace(/^./, '_'), own.replace(/^[^@]+/, '%'), '%'];
  const passwords = ["' OR '1'='1", "' OR 1=1 --"];
  const emails = [`${own}' -- `, `${own}'--`, `${own}' #`, "' OR '1'='1' -- ", "x' OR 1=1 -- @example.com"];
  const cause = injectionInto({ operation: login });
  return [
    { fields: { password: 'not-the-password' } },
    { fields: { email: shop.newEmail(), password: 'not-the-password' } },
    ...each('password', passwords, { cause }),
    // With the right password, because many backends compare it after the query.
    ...each('email', patterns, { cause: LIKE }),
    ...each('email', emails, { cause }),
  ];
});

refuse(addToCart, 'unknownItem', 'with an unknown item', ({ catalogue }) =>
  each('itemId', [catalogue.unknownId], {
    cause: 'An addition of an item that is not in the list is accepted.',
  }),
);

/** Careless backends look items up in an object, compare ids as numbers, or read only their beginning. */
refuse(
  addToCart,
  'unusualItem @strict',
  'with an id that only resembles that of an item, or the name of a property,',
  ({ item, catalogue }) => {
    const ids = [
      'constructor',
      '__proto__',
      `${item._id}x`,
      item._id.slice(0, -1),
      // In PHP, "1000" == "1e+3".
      ...(Number.isNaN(Number(item._id)) ? [] : [Number(item._id).toExponential()]),
    ];
    const unknown = ids.filter((id) => id && !catalogue.items.some(({ _id }) => _id === id));
    return each('itemId', unknown);
  },
);
