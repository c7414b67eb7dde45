import { type Exchange, fieldsOf, isRefusal, isSuccess, valuesOf } from '../judge/exchange.ts';
import { expectAccepted, expectNotCached, expectRefused, expectThat } from '../judge/expect.ts';
import { errorOf, Skip } from '../judge/failure.ts';
import { isSecret, showsInternals } from '../judge/redact.ts';
import { Shopper } from '../judge/shop.ts';
import { claimsOf, contentsOf, decodeText } from '../judge/tokens.ts';
import { test } from './journey.ts';

/** Declares a journey that judges calls of the other journeys, because any of them may show the fault. */
const testCalls = (
  name: string,
  isJudged: (exchange: Exchange) => boolean,
  judge: (judged: Exchange[], all: Exchange[]) => void,
) =>
  test(name, async ({ accounts }) => {
    const { exchanges } = accounts.client;
    const judged = exchanges.filter(isJudged);
    if (!judged.length) throw new Skip('no other journey of this run made the calls that it judges', false);
    judge(judged, exchanges);
  });

const isAccepted = (id: string) => (exchange: Exchange) =>
  exchange.operation.id === id && isSuccess(exchange) && !exchange.responseError;
const isList = isAccepted('getItems');

testCalls('cartIsNotKept: No browser and no proxy may cache a cart', isAccepted('getCart'), (carts) =>
  carts.forEach(expectNotCached),
);

testCalls('itemsAreNotKept @strict: No browser and no proxy may cache a list of items', isList, (lists) =>
  lists.forEach(expectNotCached),
);

/** A success whose body the store reads. */
const isRead = ({ operation, status, responseError }: Exchange) =>
  status >= 200 && status < 300 && !responseError && operation.checkResponse(status, undefined) !== undefined;

/** The store itself ignores the type. */
testCalls('typeIsJson @strict: Lists, carts and tokens are sent as application/json', isRead, (responses) => {
  for (const response of responses) {
    const type = response.headers.get('content-type') ?? '';
    const got = type ? `Content-Type: ${type}.` : 'No Content-Type.';
    expectThat(response, /^application\/json(;|$)/i.test(type), { got, kind: 'has another content type' });
  }
});

testCalls(
  'errorsShowNoCode @unsafe: No error shows a stack trace or a path of the server',
  ({ status }) => status >= 400,
  (errors) => {
    const cause = 'An error shows a stack trace or a path of the server.';
    for (const error of errors) expectThat(error, !showsInternals(error.body), { cause, kind: 'shows code' });
  },
);

/** What a response shows of a password; undefined if it shows nothing. `listed` are values of the public list. */
function findPassword({ body, headers, sent }: Exchange, passwords: Set<unknown>, listed: Set<string>) {
  const { token } = Object(body) as { token?: unknown };
  const claims = token ? fieldsOf(contentsOf(`${token}`)) : [];
  // A claim with one of these names may only make the token random. The hash of a password has "$".
  const isRandom = ([name, value]: [string, unknown]) =>
    /^(hash|salt)$/i.test(name) && !/\$/.test(`${value}`);
  const fields = [...fieldsOf(body), ...claims.filter((claim) => !isRandom(claim))];
  const { password } = Object(sent.body) as { password?: unknown };
  const json = JSON.stringify(body) ?? '';
  const texts = passwords.has(password) ? [json, decodeText(json), ...headers.values()] : [];
  if (fields.some(([, value]) => passwords.has(value)) || texts.some((text) => text.includes(`${password}`)))
    return 'the password';
  const hash = fields.find(([name, value]) => isSecret(name, `${value}`) && !listed.has(`${value}`));
  return hash && `a hash of the password, or its salt${claims.includes(hash) ? ', in its token' : ''}`;
}

testCalls(
  'passwordStaysSecret @unsafe: No response and no token contains a password or its hash',
  (exchange) => !isList(exchange),
  (others, all) => {
    const sent = others.map((exchange) => (Object(exchange.sent.body) as Record<string, unknown>).password);
    // Others, such as "*", may come in any response.
    const passwords = new Set(sent.filter((text) => typeof text === 'string' && text.length >= 8));
    const listed = new Set(valuesOf(all.find(isList)?.body));
    for (const exchange of others) {
      const found = findPassword(exchange, passwords, listed);
      const what = isRefusal(exchange) ? 'refusal' : 'response';
      expectThat(exchange, !found, { cause: found && `The ${what} contains ${found}.` });
    }
  },
);

const isAnswered = ({ status }: Exchange) => status > 0 && status < 500;

/** Among the last journeys, because the calls of others may hang or be limited after it. */
test('refusedOften @unsafe: A cart opens after thirty refused additions and signups', async (shop) => {
  const { accounts, call, catalogue, signup } = shop;
  const { token, account } = await signup();
  const addUnknown = () => call('addToCart', { token, body: { itemId: catalogue.unknownId, quantity: 1 } });
  const signUpAgain = () => call('signup', { body: account });
  expectRefused(await addUnknown(), 'itemId');
  const isDuplicateRefused = accounts.isOpen && isRefusal(await signUpAgain());
  expectAccepted(await call('getCart', { token }));
  const refusals: Exchange[] = [];
  const limit = await errorOf(async () => {
    for (let time = 1; time < 30 && refusals.every(isAnswered); time++) {
      refusals.push(await addUnknown());
      if (isDuplicateRefused) refusals.push(await signUpAgain());
    }
  });
  // The backend may limit such calls.
  if (limit instanceof Skip) return;
  if (limit) throw limit;
  const cause = 'Refused calls use something up, such as connections of the database, until calls fail.';
  const expected = 'The same response as at first.';
  for (const exchange of [await call('getCart', { token }), ...refusals])
    expectThat(exchange, isAnswered(exchange), { expected, cause });
});

/** How long a token and a cart have to stay. One of the last journeys, so that it has to wait for less. */
const VISIT_MS = { token: 20_000, cart: 6000 };

test('tokenStaysValid: A token stays valid for at least 20 seconds, and its cart for 6', async (shop) => {
  const { accounts, item, newAccount, signup } = shop;
  const { client } = accounts;
  // Nobody logged in to its account later, which could have ended this session.
  const first = client.exchanges.find(isAccepted('signup'));
  const ada = first ? new Shopper(shop, first, newAccount()) : await signup();
  const age = performance.now() - ada.session.start;
  const { exp = Infinity, iat = (Date.now() - age) / 1000 } = claimsOf(ada.token) ?? {};
  const seconds = Math.round(Number(exp) - Number(iat));
  const expected = 'A token for a visit: it expires after more than 60 s.';
  const got = `The token expires after ${seconds} s ("exp").`;
  expectThat(ada.session, seconds > 60, { expected, got, kind: 'expires' });
  await ada.add(item, 1);
  await client.pause(Math.max(VISIT_MS.cart, VISIT_MS.token - age));
  await ada.expectCart();
});
