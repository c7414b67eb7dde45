import { type Exchange, isRefusal, isSuccess, nameOf, textOf } from './exchange.ts';
import { type Details, errorOf, Failure, Skip } from './failure.ts';
import { levelNames } from './level.ts';

const REFUSAL = 'A refusal: any status from 400 to 499.';
const MALFORMED = 'to a request that does not fit openapi.yaml';
/** The cause if SQL in a call has an effect. */
export const injectionInto = ({ operation }: Pick<Exchange, 'operation'>) =>
  `A value is concatenated into a database query of ${nameOf(operation)}.`;

export function expectThat(exchange: Exchange, isMet: boolean, details: Details) {
  if (!isMet) throw new Failure(exchange, details);
}

/** A call of ordinary use has to succeed, whatever the journey is about. */
export function expectAccepted(exchange: Exchange, ifRefused: Details = {}) {
  const { responseError } = exchange;
  const success = 'A success: any status from 200 to 299.';
  expectThat(exchange, isSuccess(exchange), { expected: success, level: 'breaks', ...ifRefused });
  const expected = 'A response as openapi.yaml describes it.';
  expectThat(exchange, !responseError, { expected, got: responseError, level: 'breaks' });
}

/** `what` names the part of the request that is wrong. Without a token or a list, a 2xx response grants nothing. */
export function expectRefused(exchange: Exchange, what: string, ifAccepted: Details = {}) {
  if (isRefusal(exchange)) return;
  const { status, body, responseError, requestError } = exchange;
  const isGranted = isSuccess(exchange) && (!responseError || Array.isArray(body));
  throw new Failure(exchange, {
    expected: REFUSAL,
    // One operation checks all its fields, or none. A server error says nothing about the request.
    kind: isSuccess(exchange) ? (requestError ? MALFORMED : `without a valid ${what}`) : undefined,
    mayBeRefused: true,
    ...ifAccepted,
    ...(!isGranted && { level: status ? 'strict' : 'unsafe', cause: undefined }),
    ...explainDisguise(exchange),
  });
}

const isFilled = (value: unknown) => Object.keys(Object(value)).length > 0;

/** The cause of a failure after a 2xx response whose fields report an error, such as {"ok": false}. */
export function explainDisguise(exchange: Exchange): Details | undefined {
  const { ok, success, error, errors } = Object(exchange.body) as Record<string, unknown>;
  const isError = ok === false || success === false || isFilled(error) || isFilled(errors);
  if (!isSuccess(exchange) || !isError) return undefined;
  return { cause: `Refusals have the status ${exchange.status}: refuse with a status from 400 to 499.` };
}

/** Any success or refusal. */
export function expectAnswered(exchange: Exchange, details: Details = {}) {
  expectThat(exchange, isRefusal(exchange) || (isSuccess(exchange) && !exchange.responseError), {
    expected: 'A success as openapi.yaml describes it, or a refusal: any status from 400 to 499.',
    mayBeRefused: true,
    ...details,
  });
}

/**
 * No cache between the backend and the store may keep a response. A browser may: the store revalidates what it has. Without any
 * rule, a cache may keep a response that has a date of its last change.
 */
export function expectNotCached(exchange: Exchange) {
  const header = (name: string) => exchange.headers.get(name) ?? '';
  const rules = header('cache-control')
    .toLowerCase()
    .split(/\s*,\s*/);
  const isForbidden = rules.some((rule) => /^(no-store|no-cache|private)($|=)/.test(rule));
  const ages = rules.filter((rule) => /^(s-maxage|max-age)=/.test(rule));
  const isFresh = ages.length
    ? ages.some((age) => /[1-9]/.test(age))
    : Date.parse(header('expires')) > Date.parse(header('date'));
  const isGuessed = !ages.length && !header('expires') && header('last-modified') !== '';
  const headers = ['cache-control', 'expires', 'last-modified'].filter((name) => header(name));
  expectThat(exchange, isForbidden || !(isFresh || isGuessed), {
    expected: '"Cache-Control: no-store", or no header that allows caching.',
    got: headers.map((name) => `${name}: ${header(name)}`).join('; '),
    cause: 'A cache, such as a CDN, may keep responses and give them to others.',
  });
}

/** Tries every value, and then throws the worst failure. */
export async function tryEach<Value>(values: Value[], attempt: (value: Value) => Promise<unknown>) {
  const failures: Failure[] = [];
  const skips: Skip[] = [];
  for (const value of values) {
    const error = await errorOf(() => attempt(value));
    if (error instanceof Failure) failures.push(error);
    else if (error instanceof Skip) skips.push(error);
    else if (error) throw error;
  }
  const rank = (failure: Failure) => levelNames.indexOf(failure.levelIn('unsafe'));
  failures.sort((one, two) => rank(one) - rank(two));
  const [first] = [...failures, ...skips];
  if (first) throw first;
}

/** A text in one line, without characters that a terminal obeys or that XML cannot have. */
export const inLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ');
/** Drops the word at the cut, because `redact` does not recognise a part of a token. */
const cut = (text: string, length: number) =>
  text.length > length
    ? `${text.slice(0, length).replace(/[^\s"]*$/, '')}… (${text.length} characters)`
    : text;

export function describeResponse({ status, body, responseError, hops, headers }: Exchange): string {
  if (!status) return `No response: ${responseError}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const kind = Array.isArray(body) ? `a list of ${body.length}: ` : '';
  const from = hops.map((hop) => ` after a redirect with ${hop.status}`).join('');
  const to = status >= 300 && headers.has('location') ? ` to ${headers.get('location')}` : '';
  return `Status ${status}${from}${to}, ${kind}${cut(inLine(text), 500) || 'no body'}`;
}

/** The call and its status, as in `POST /cart/add {"itemId":"p1"} → 204`. */
export function describeCall({ operation, sent, url, status }: Exchange, api: string): string {
  const body = textOf(sent) ?? '';
  const path = url.slice(api.length);
  return inLine(`${operation.method} ${path} ${cut(body, 300)} → ${status || 'no response'}`);
}
