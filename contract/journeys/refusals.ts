import { isSuccess, nameOf, type Sent } from '../judge/exchange.ts';
import { expectRefused, expectThat, injectionInto, tryEach } from '../judge/expect.ts';
import { errorOf, SUCCESS } from '../judge/failure.ts';
import { readOperations } from '../judge/files.ts';
import { itemFilters } from '../judge/filters.ts';
import type { Level } from '../judge/level.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { claimsOf, separatorOf } from '../judge/tokens.ts';
import type { Field, Operation } from '../openapi/readContract.ts';
import { capitalize, test } from './journey.ts';

// The wrong requests that follow from openapi.yaml: without a valid token, without a JSON body, and with each field missing,
// empty or of another type. A new operation needs no line here. `wrongRequests.ts` has those that a schema cannot describe.

/** A part of a valid request that is replaced, and the cause if a backend accepts it. */
export type Wrong = Pick<Sent, 'text' | 'token' | 'query'> & {
  fields?: Record<string, unknown>;
  /** Requests without a cause come first: if one of them is accepted, it is the failure. */
  cause?: string | undefined;
  /** Without it, the journey's own. */
  level?: Level;
};
type Choose = (shop: Shop, ada: Shopper) => Wrong[];

/** Declares a journey in which an operation refuses every wrong request, and changes nothing. */
export function refuse(operation: Operation, id: string, words: string, choose: Choose) {
  test(`${id}: ${nameOf(operation)} ${words} is refused`, async (shop) => {
    const ada = await shop.signup();
    // A cart that is broken anyway must not hide the refusals.
    const cartError = operation.isSecured ? await errorOf(() => fillCart(shop, ada, operation)) : undefined;
    const valid = validRequest(operation, shop, ada);
    const error = await errorOf(() => expectEachRefused(operation, choose(shop, ada), valid, shop));
    if (error && operation.isSecured) await ada.expectNoWrongQuantity();
    if (error ?? cartError) throw error ?? cartError;
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
  expectThat(exchange, isSuccess(exchange), { expected: SUCCESS, level: 'strict', cause });
}

/** With the item that a removal names. An addition names another item, so that its line is seen. */
async function fillCart({ item, catalogue }: Shop, ada: Shopper, { id }: Operation) {
  const { _id: itemId } = (id === 'addToCart' && catalogue.items[1]) || item;
  await ada.tryToAdd({ itemId, quantity: 1 });
  await ada.acceptCart();
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

async function expectEachRefused({ id, hasBody }: Operation, all: Wrong[], valid: Sent, shop: Shop) {
  await tryEach(all, async ({ fields, cause, level, ...replaced }) => {
    const body = 'text' in replaced || !hasBody ? undefined : { ...(valid.body as object), ...fields };
    const exchange = await shop.call(id, { ...valid, ...replaced, body });
    const [part = 'token'] = Object.keys({ ...fields, ...replaced.query });
    expectRefused(exchange, 'text' in replaced ? 'body' : part, { cause, level });
  });
}

/** Requests in which a field has one of these values. */
export const each = (field: string, values: unknown[], cause?: string): Wrong[] =>
  values.map((value) => ({ fields: { [field]: value }, cause }));

/** Query operators, which reach the database if the backend passes the body on. */
const OPERATORS = [{ $ne: '' }, { $gt: '' }];
const UNCHECKED = 'The body is passed to the database unchecked, with query operators in it.';

/** Values of other JSON types, and those that the schema excludes. For an optional field, null may mean that it is missing. */
function wrongValues({ schema, isRequired }: Field, valid: unknown): unknown[] {
  const { type, format, minimum } = schema;
  const isNumber = type === 'number' || type === 'integer';
  return [
    ...(isRequired ? [null] : []),
    ...(type === 'boolean' ? [] : [true]),
    ...(isNumber ? ['many'] : [7]),
    ...(format === 'email' ? [`${valid}`.replace('@', '.')] : []),
    ...(type === 'integer' ? [1.5] : []),
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 2]),
  ];
}

const isText = ({ type, minLength = 0, format }: Field['schema']) =>
  type === 'string' && (minLength > 0 || format !== undefined);

/** Changes a character in the middle of the signature, or of a token without one. */
function changeSignature(token: string): Wrong {
  const middle = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  const character = /b/i.test(token[middle] ?? '') ? 'c' : 'b';
  const changed = token.slice(0, middle) + character + token.slice(middle + 1);
  return { token: changed, cause: 'A token is accepted in which one character was changed.' };
}

/** The claims of a JSON Web Token under a header that says that nobody signed them. */
function removeSignature(token: string, alg: string): Wrong {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  const cause = `A token without a signature is accepted if its header says that "alg" is "${alg}".`;
  return { token: `${header}.${token.split('.')[1]}.`, cause };
}

/** What is left of a token without its signature, with and without the separator before it, or without its end. */
function cutToken(token: string): Wrong[] {
  const separator = separatorOf(token);
  const end = separator ? token.lastIndexOf(separator) : token.length;
  const cause = 'A token is accepted without its signature.';
  return [
    { token: token.slice(0, end + 1), cause },
    // Rails separates the signature with two dashes.
    { token: token.slice(0, end).replace(/-+$/, ''), cause },
    { token: token.slice(0, -4), cause: 'A token is accepted whose end is cut off.' },
  ];
}

/** Careless backends look tokens up in an object, take "null" for a token, or do not check signatures. */
function wrongTokens(_: Shop, { token: own }: Shopper): Wrong[] {
  const invented = ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''];
  const algorithms = claimsOf(own) ? ['none', 'None', 'NONE'] : [];
  const forged = [
    changeSignature(own),
    ...algorithms.map((alg) => removeSignature(own, alg)),
    ...cutToken(own),
  ];
  // A token that ends with a separator has nothing after it to remove.
  return [...invented.map((token) => ({ token })), ...forged.filter(({ token }) => token !== own)];
}

/**
 * A request with quotes in one of its texts. In SQL, a quote ends a text, and two of them are a character of it. If a server fails
 * at the single one only, the text is a part of a query.
 */
function withQuotes(name: string, quotes: string, valid: Sent): Sent {
  const body = Object(valid.body) as Record<string, unknown>;
  const text = `${body[name] ?? ''}`.replace(/(?=@)|$/, quotes);
  return name in body ? { ...valid, body: { ...body, [name]: text } } : { ...valid, query: { [name]: text } };
}

const notJson = ['{"email":', 'text', '', 'null', '[]', '7', undefined];

for (const operation of readOperations()) {
  const { id, isSecured, hasBody, fields, parameters } = operation;
  if (isSecured) {
    refuse(operation, `${id}WithoutToken`, 'without a token', () => [{ token: undefined }]);
    refuse(operation, `${id}WithWrongToken @unsafe`, 'with a wrong or forged token', wrongTokens);
  }
  if (hasBody)
    refuse(operation, `${id}WithoutJson @strict`, 'with a body that is not a JSON object', () =>
      notJson.map((text) => ({ text })),
    );
  for (const field of fields) {
    const { name, isRequired, schema } = field;
    // Without these fields, an account must not open.
    const isKey = id === 'login' || (id === 'signup' && name === 'password');
    const absent = [...(isRequired ? [undefined] : []), ...(isText(schema) ? [''] : [])];
    if (absent.length)
      refuse(
        operation,
        `${id}Without${capitalize(name)} @${isKey ? 'unsafe' : 'strict'}`,
        `without ${name}`,
        () => each(name, absent),
      );
    const wrong = `${id}WithWrong${capitalize(name)} @${id === 'login' ? 'unsafe' : 'strict'}`;
    refuse(operation, wrong, `with a wrong ${name}`, (shop, ada) => {
      const { body } = validRequest(operation, shop, ada);
      const valid = (body as Record<string, unknown>)[name];
      // A backend that converts types takes this for the right value.
      const converted: Wrong = { fields: { [name]: [valid] }, level: 'strict' };
      return [
        ...each(name, wrongValues(field, valid)),
        ...(schema.type === 'object' ? [] : each(name, OPERATORS, UNCHECKED)),
        ...(schema.type === 'array' ? [] : [converted]),
      ];
    });
  }
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const texts = [...fields, ...inQuery].filter(({ schema }) => schema?.type === 'string');
  if (texts.length)
    test(`${id}WithQuote @unsafe: A quote in a text of ${nameOf(operation)} reaches no query`, async (shop) => {
      const ada = await shop.signup();
      for (const { name } of texts)
        for (const quote of ["'", '"']) {
          const send = (quotes: string) =>
            shop.call(id, withQuotes(name, quotes, validRequest(operation, shop, ada)));
          const single = await send(quote);
          const isInjected = single.status >= 500 && (await send(quote + quote)).status < 500;
          const expected = 'The same response to one quote as to two.';
          expectThat(single, !isInjected, { expected, level: 'unsafe', cause: injectionInto(single) });
        }
    });
  for (const { name, schema } of inQuery)
    if (schema?.type === 'number' || schema?.type === 'integer')
      test(`${id}WithWrong${capitalize(name)} @strict: ${nameOf(operation)} with a ${name} that is not a number is refused`, async (shop) => {
        const exchange = await shop.call(id, { query: { [name]: 'cheap' } });
        // A filter that is ignored altogether is another failure.
        const isFilter = itemFilters().some((filter) => filter.name === name);
        if (isSuccess(exchange) && isFilter)
          await shop.expectItems({ [name]: shop.catalogue.combined.priceMin });
        expectRefused(exchange, name);
      });
}
