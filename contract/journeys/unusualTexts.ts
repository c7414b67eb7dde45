import { nameOf, type Sent } from '../judge/exchange.ts';
import { expectAnswered, expectThat, injectionInto, tryEach } from '../judge/expect.ts';
import { operations } from '../judge/files.ts';
import { itemFilters } from '../judge/filters.ts';
import { test } from './journey.ts';
import { validRequest } from './refusals.ts';

/** A request with a text as one of its filters or ids. Texts of an account get it at their end, emails before the `@`. */
function withText(name: string, text: string, valid: Sent): Sent {
  const body = Object(valid.body) as Record<string, unknown>;
  if (valid.path && name in valid.path) return { ...valid, path: { ...valid.path, [name]: text } };
  if (!(name in body)) return { ...valid, query: { [name]: text } };
  const value = valid.token ? text : `${body[name] ?? ''}`.replace(/(?=@)|$/, text);
  return { ...valid, body: { ...body, [name]: value } };
}

/** Strings that backends often mishandle. */
const UNUSUAL_TEXTS = [
  ' ',
  'null',
  '%00',
  '\u0000',
  '🛒'.repeat(60),
  '<b>&amp;</b>',
  '$where',
  'x'.repeat(5000),
];

for (const operation of operations) {
  const { id, fields, parameters } = operation;
  const texts = [...fields, ...parameters].filter(({ schema }) => schema?.type === 'string');
  if (texts.length)
    test(`${id}WithUnusualText @unsafe: Unusual texts in ${nameOf(operation)} do no harm, or are refused`, async (shop) => {
      const ada = await shop.signup();
      await tryEach(texts, async ({ name }) => {
        const send = (text: string) =>
          shop.call(id, withText(name, text, validRequest(operation, shop, ada)));
        // In SQL, a quote ends a text, and two of them are a character of it.
        for (const quote of ["'", '"']) {
          const single = await send(quote);
          const isInjected = single.status >= 500 && (await send(quote + quote)).status < 500;
          expectThat(single, !isInjected, { cause: injectionInto(single) });
        }
        await tryEach(UNUSUAL_TEXTS, async (text) => expectAnswered(await send(text), { level: 'strict' }));
      });
    });
}

test('malformedQuery @strict: GET /items answers or refuses a malformed query', ({ call }) => {
  const twice = itemFilters.map(({ name }) => `?${name}=1&${name}=2`);
  const queries = [...twice, '?category=%', '?category=caf%E9', '?category=100%25%'];
  return tryEach(queries, async (search) => expectAnswered(await call('getItems', { search })));
});
