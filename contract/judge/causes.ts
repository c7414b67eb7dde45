import { isSuccess, nameOf } from './exchange.ts';
import type { Failure } from './failure.ts';

/** The cause of a failure, if its exchange excludes others, and its evidence. */
export function explain(failure: Failure) {
  const { exchange, details, evidence } = failure;
  const { operation, hops, headers } = exchange;
  if (details.cause || details.evidence) return { cause: details.cause, evidence };
  const [hop] = hops;
  const to = `${nameOf(operation)} is redirected with ${hop?.status} to ${hop?.headers.get('location')}`;
  if (hop && /html/i.test(headers.get('content-type') ?? '')) {
    const cause = `${to}, an HTML page: respond with JSON or a status from 400 to 499.`;
    return { evidence: 'redirects to a page', cause };
  }
  if (hop && hop.status < 307 && operation.method === 'POST' && !isSuccess(exchange))
    return { evidence: 'redirects of POST', cause: `${to}, which browsers follow with GET: use 308.` };
  return { evidence: isValidTokenRefused(failure) ? 'a valid token is refused' : evidence };
}

export const isValidTokenRefused = ({ exchange: { status, sent }, details }: Failure) =>
  (status === 401 || status === 403) && sent.token !== undefined && details.level === 'breaks';
