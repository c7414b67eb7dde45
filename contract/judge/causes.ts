import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { isPage, isRefusal, isSuccess, nameOf } from './exchange.ts';
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
  if (hop && hop.status < 307 && operation.method === 'POST')
    return { evidence: 'redirects of POST', cause: `${to}, which browsers follow with GET: use 308.` };
  if (isRefusal(exchange) && isPage(exchange) && details.level === 'breaks') {
    const cause = `${nameOf(operation)} is refused with an HTML page, which does not come from the API: a gateway, or a protection against requests from other sites (CSRF), which an API with tokens does not need.`;
    return { evidence, cause };
  }
  return { evidence: isValidTokenRefused(failure) ? 'a valid token is refused' : evidence };
}

/** In milliseconds. Enough calls to tell instances that alternate from a session that is stored late. */
const PROBE_PAUSES = Array.from({ length: 10 }, () => 150);
const LATE_TOKEN =
  'A new token is refused at first and accepted a moment later: its session is stored too late.';
const CHANGING_TOKEN =
  'Some calls accept a token and others refuse it: instances of the backend have different secrets or sessions.';

/** The cause, if a token that was refused is accepted by other calls. */
export async function probeToken(client: Client, token: string): Promise<string | undefined> {
  const answers: boolean[] = [];
  for (const pause of PROBE_PAUSES) {
    await sleep(pause * client.conditions.pauseScale);
    // A call that cannot be made, such as behind a limit, proves nothing.
    const cart = await client.call('getCart', { token }).catch(() => undefined);
    answers.push(cart !== undefined && isSuccess(cart));
  }
  const first = answers.indexOf(true);
  if (first < 0) return undefined;
  return answers.includes(false, first) ? CHANGING_TOKEN : LATE_TOKEN;
}

export const isValidTokenRefused = ({ exchange: { status, sent }, details }: Failure) =>
  (status === 401 || status === 403) && sent.token !== undefined && details.level === 'breaks';
