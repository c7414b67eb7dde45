import { type Exchange, isSuccess, nameOf } from './exchange.ts';
import { evidenceOf, type Failure } from './failure.ts';

type Explanation = { cause?: string | undefined; evidence: string };

/** The cause of a failure, if `history`, all exchanges of the run, excludes others. */
export function explain(failure: Failure, history: Exchange[]): Explanation {
  const { exchange, details } = failure;
  const { operation, hops, status, sent } = exchange;
  const evidence = evidenceOf(failure);
  if (details.cause || details.evidence) return { cause: details.cause, evidence };
  const [hop] = hops;
  const to = `${nameOf(operation)} is redirected with ${hop?.status} to ${hop?.headers.get('location')}`;
  if (hop && /html/i.test(`${exchange.headers.get('content-type')}`)) {
    const cause = `${to}, an HTML page: answer with JSON or a status from 400 to 499.`;
    return { evidence: 'redirects to a page', cause };
  }
  if (hop && hop.status < 307 && operation.method === 'POST' && !isSuccess(exchange))
    return { evidence, cause: `${to}, which browsers follow with GET: use 308.` };
  const isTokenRefused = (status === 401 || status === 403) && sent.token && details.level === 'breaks';
  return isTokenRefused ? explainRefusedToken(exchange, history) : { evidence };
}

function explainRefusedToken(exchange: Exchange, history: Exchange[]): Explanation {
  const evidence = 'a valid token is refused';
  const others = history.filter(
    (other) => other !== exchange && other.operation.isSecured && other.sent.token,
  );
  const accepted = others.filter(isSuccess);
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
