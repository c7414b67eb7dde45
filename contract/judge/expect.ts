import { type Exchange, isRefusal, isSuccess, nameOf, textOf, valuesOf } from './exchange.ts';
import { type Details, errorOf, Failure, Skip, SUCCESS } from './failure.ts';
import { type Level, levelNames } from './level.ts';

const REFUSAL = 'A refusal: any status from 400 to 499.';
const SQL =
  /SQLSTATE|\bSQL\w*\b.{0,20}error|syntax error|unterminated quoted|unrecognized token|ORA-\d{5}|\bSELECT\b.+\bFROM\b/i;

export const INJECTION = 'The value is concatenated into a database query.';
const REFUSED_IN_BODY =
  /"(ok|success)":false|"errors?":("[^"]|\{"|\[[^\]]|true)|"status":"?(error|fail|4\d\d)|"code":4\d\d/;

export function expectThat(exchange: Exchange, isMet: boolean, details: Details) {
  if (!isMet) throw new Failure(exchange, details);
}

/** A call of ordinary use has to succeed, whatever the journey is about. */
export function expectAccepted(exchange: Exchange) {
  const { problem, sent } = exchange;
  // After an ordinary request, the database may just be down.
  const hasQuotes = valuesOf([sent.body, sent.query]).some((value) => /['"\\;%]/.test(value));
  const injection = hasQuotes ? judgeSqlError(exchange) : {};
  expectThat(exchange, isSuccess(exchange), { expected: SUCCESS, level: 'breaks', ...injection });
  const expected = 'A response as openapi.yaml describes it.';
  expectThat(exchange, !problem, { expected, got: problem, level: 'breaks' });
}

/** What the failure is if the backend accepts a wrong request. */
type IfAccepted = Partial<Details> & { level: Level };

/** `what` names the part of the request that is wrong. */
export function expectRefused(exchange: Exchange, what: string, ifAccepted: IfAccepted) {
  if (isRefusal(exchange)) return;
  const shape = `with a wrong ${what}`;
  throw new Failure(exchange, { expected: REFUSAL, shape, ...judgeNonRefusal(exchange, ifAccepted) });
}

/**
 * The store treats a server error as a refusal. If it shows SQL, though, the request reached the database as code.
 * Without a token or a list, a 2xx response grants nothing.
 */
function judgeNonRefusal(exchange: Exchange, ifAccepted: IfAccepted): Partial<Details> {
  const { status, body, problem } = exchange;
  if (!status) return { level: 'unsafe' };
  if (!isSuccess(exchange)) return { level: 'strict', ...judgeSqlError(exchange) };
  const isHarmless = problem && !Array.isArray(body);
  if (!isDisguisedRefusal(exchange)) return isHarmless ? { level: 'strict' } : ifAccepted;
  return { level: isHarmless ? 'strict' : ifAccepted.level, ...disguise(exchange) };
}

const disguise = ({ status }: Exchange) => ({
  evidence: 'refusals with 2xx',
  cause: `Refusals have the status ${status}: refuse with a status from 400 to 499.`,
});

/** What a server error means that shows SQL. */
function judgeSqlError({ operation, status, body }: Exchange): Partial<Details> {
  if (status < 500 || !SQL.test(JSON.stringify(body))) return {};
  return {
    level: 'unsafe',
    cause: `The server error shows SQL. ${INJECTION}`,
    evidence: `${nameOf(operation)} shows SQL`,
  };
}

/** Whether a 2xx body reports an error, such as {"ok": false}. */
const isDisguisedRefusal = ({ body }: Pick<Exchange, 'body'>) =>
  !('token' in Object(body)) && REFUSED_IN_BODY.test(JSON.stringify(body));

/** The store takes any 2xx for a success, and would say so. */
export function expectNotDisguised(exchange: Exchange) {
  const isMet = !isSuccess(exchange) || !isDisguisedRefusal(exchange);
  expectThat(exchange, isMet, { expected: REFUSAL, level: 'breaks', ...disguise(exchange) });
}

/** Any success or refusal. */
export function expectAnswered(exchange: Exchange, level?: Level) {
  expectThat(exchange, isRefusal(exchange) || (isSuccess(exchange) && !exchange.problem), {
    expected: 'A success as openapi.yaml describes it, or a refusal: any status from 400 to 499.',
    level,
    ...judgeSqlError(exchange),
  });
}

/** The store would not see changes in a cached response. */
export function expectNotCached(exchange: Exchange) {
  expectAccepted(exchange);
  const header = (name: string) => exchange.headers.get(name) ?? '';
  const rules = header('cache-control').toLowerCase();
  const isCached =
    /max-?age="?[1-9]/.test(rules) || Date.parse(header('expires')) > Date.parse(header('date'));
  expectThat(exchange, !isCached || /no-store|no-cache/.test(rules), {
    expected: '"Cache-Control: no-store", or no header that allows caching.',
    got: `Cache-Control: ${rules || 'none'}; Expires: ${header('expires') || 'none'}`,
    shape: 'cached',
  });
}

/** Tries every value, and then throws the worst failure. Failures without a level count as strict. */
export async function tryEach<Value>(values: Value[], attempt: (value: Value) => Promise<unknown>) {
  const failures: Failure[] = [];
  const skips: Skip[] = [];
  for (const value of values) {
    const error = await errorOf(() => attempt(value));
    if (error instanceof Failure) failures.push(error);
    else if (error instanceof Skip) skips.push(error);
    else if (error) throw error;
  }
  const rank = ({ level = 'strict' }: Failure) => levelNames.indexOf(level);
  failures.sort((one, two) => rank(one) - rank(two));
  const [first] = [...failures, ...skips];
  if (first) throw first;
}

export const inLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** The response in one line. Control characters of the backend must not reach a terminal. */
export function describeResponse({ status, body, problem, hops, headers }: Exchange): string {
  if (!status) return `No response: ${problem}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const kind = Array.isArray(body) ? `a list of ${body.length}: ` : '';
  const from = hops.map((hop) => ` after a redirect with ${hop.status}`).join('');
  const to = status >= 300 && status < 400 ? ` to ${headers.get('location')}` : '';
  return `Status ${status}${from}${to}, ${kind}${cut(inLine(text), 500) || 'no body'}`;
}

/** The call and its status, as in `POST /cart/add {"itemId":"p1"} → 204`. */
export function describeCall({ operation, sent, url, status }: Exchange, api: string): string {
  const body = textOf(sent) ?? '';
  const path = url.slice(api.length);
  return inLine(`${operation.method} ${path} ${cut(body, 300)} → ${status || 'no response'}`);
}
