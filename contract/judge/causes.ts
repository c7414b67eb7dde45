import { type Exchange, isSuccess, nameOf } from './exchange.ts';
import { evidenceOf, type Failure } from './failure.ts';

export type Explanation = { cause?: string | undefined; evidence: string };

/** The cause of a failure, if `history`, all exchanges of the run, excludes others. */
export function explain(failure: Failure, history: Exchange[]): Explanation {
  const { exchange, details } = failure;
  const { operation, hops, status, sent } = exchange;
  const evidence = evidenceOf(failure);
  if (details.cause || details.evidence) return { cause: details.cause, evidence };
  const name = nameOf(operation);
  const location = exchange.headers.get('location') ?? '';
  if (
    status >= 300 &&
    status < 400 &&
    URL.canParse(location) &&
    !location.startsWith(new URL(exchange.url).origin)
  )
    return { evidence, cause: `${name} redirects to another origin, which gets no token: ${location}` };
  const isPage = hops.length > 0 && /html/i.test(`${exchange.headers.get('content-type')}`);
  if (isPage)
    return {
      evidence: 'redirects to a page',
      cause: `${name} is redirected to ${hops[0]?.headers.get('location')}, an HTML page: answer with JSON or a status from 400 to 499.`,
    };
  const hop = hops.find((redirect) => redirect.status < 307);
  if (hop && operation.method === 'POST' && !isSuccess(exchange))
    return {
      evidence,
      cause: `${name} is redirected with ${hop.status}, which browsers follow with GET: use 308.`,
    };
  if (isSuccess(exchange) && exchange.problem) return { evidence, cause: findRenamed(exchange) };
  const isTokenRefused = (status === 401 || status === 403) && sent.token && details.level === 'breaks';
  return isTokenRefused ? explainRefusedToken(exchange, history) : { evidence };
}

/** Names that other backends give the two fields that the store cannot do without. */
const ALIASES: Record<string, string[]> = {
  _id: ['id', 'uuid'],
  token: ['accessToken', 'access_token', 'jwt'],
};

function findRenamed({ body, problem }: Exchange): string | undefined {
  const [, missing = ''] = /required property '(\w+)'/.exec(`${problem}`) ?? [];
  const owner = Array.isArray(body) ? body[0] : body;
  const name = ALIASES[missing]?.find((alias) => alias in Object(owner));
  return name && `"${missing}" is missing, and "${name}" is there: rename it.`;
}

function explainRefusedToken(exchange: Exchange, history: Exchange[]): Explanation {
  const others = history.filter(
    (other) => other !== exchange && other.operation.isSecured && other.sent.token,
  );
  const accepted = others.filter(isSuccess);
  const evidence = 'a valid token is refused';
  if (accepted.some((other) => other.sent.token === exchange.sent.token))
    return { evidence, cause: 'The same token was accepted before.' };
  if (!others.length || accepted.length) return { evidence };
  return { evidence, cause: 'No call accepts the tokens that signup and login return.' };
}

/** At the end of a run: whether an operation is missing altogether. */
export function explainMissing({ operation, status }: Exchange, history: Exchange[]): string | undefined {
  const calls = history.filter((other) => nameOf(other.operation) === nameOf(operation));
  const isMissing = (status === 404 || status === 405) && calls.every((other) => other.status === status);
  return isMissing
    ? `There is nothing at ${nameOf(operation)}: all its calls are answered with ${status}.`
    : undefined;
}
