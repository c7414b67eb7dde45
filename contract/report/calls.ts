import { type CheckOptions, DEFAULT_TIMEOUT } from '../cli/flags.ts';
import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { describeCall } from '../judge/expect.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { INVENTED_TOKENS } from '../judge/tokens.ts';

/** The journeys that made the call of a failure. Some journeys also judge the calls of others. */
const makersOf = ({ failure }: FailedOutcome, outcomes: Outcome[]) =>
  outcomes.filter(({ exchanges }) => exchanges.includes(failure.exchange));

/** The token that a success returns; empty if it returns none. */
const tokenIn = (exchange: Exchange) => (isSuccess(exchange) ? `${Object(exchange.body).token ?? ''}` : '');

/** The call that failed and those before it in its journey: with which token and headers, and what ran at the same time. */
export function describeCalls(outcome: FailedOutcome, outcomes: Outcome[], api: string) {
  const [{ exchanges } = outcome] = makersOf(outcome, outcomes);
  const { exchange: failed } = outcome.failure;
  const calls = exchanges.filter(({ start }) => start < failed.end);
  const sentTokens = new Set(calls.flatMap(({ sent }) => sent.token ?? []));
  // The failed call may belong to no journey, such as the first signup.
  const named = [...calls, failed].flatMap((call) => [tokenIn(call), call.sent.token ?? '']);
  const tokens = [...new Set(named)].filter((token) => !INVENTED_TOKENS.includes(token));
  const nameOfToken = (token: string) =>
    tokens.includes(token) ? `TOKEN_${tokens.indexOf(token) + 1}` : `"${token}"`;
  const overlaps = (one: Exchange) =>
    calls.some((two) => two !== one && one.start < two.end && two.start < one.end);
  function describe(exchange: Exchange, isTokenShown = true): string {
    const { token, headers = {} } = exchange.sent;
    const names = Object.keys(headers);
    if (token !== undefined && isTokenShown) names.unshift(nameOfToken(token));
    const isAnonymous = token === undefined && exchange.operation.isSecured;
    const parts = [isAnonymous && 'without a token', names.length > 0 && `with ${names.join(', ')}`];
    const who = parts.filter(Boolean).join(', ');
    const issued = tokenIn(exchange);
    const returned = issued && ` ${nameOfToken(issued)}`;
    return `${who && `${who}: `}${describeCall(exchange, api)}${returned}${overlaps(exchange) ? ' (at the same time)' : ''}`;
  }
  return {
    call: describe(failed, sentTokens.size > 1),
    earlierCalls: calls.filter((exchange) => exchange !== failed).map((exchange) => describe(exchange)),
  };
}

/**
 * The command that repeats a failure. The calls of all journeys may have led to an outage. No report shows the values of accounts
 * and headers.
 */
export function toCommand(outcome: FailedOutcome, outcomes: Outcome[], options: CheckOptions): string {
  const { api, origin, timeout, accounts, emailDomain, headers } = options;
  const { isOutage } = outcome.failure.details;
  const journeys = isOutage ? outcomes : [...makersOf(outcome, outcomes), outcome];
  const ids = new Set(journeys.map(({ journey }) => journey.id));
  const isAll = ids.size === options.allJourneys;
  const flags = [
    !isAll && `--only ${[...ids].join()}`,
    origin && `--origin ${origin}`,
    emailDomain && `--email-domain ${emailDomain}`,
    accounts && '--account EMAIL:PASSWORD',
    ...Object.keys(headers).map((name) => `--header '${name}: VALUE'`),
    timeout !== DEFAULT_TIMEOUT && `--timeout ${timeout / 1000}`,
  ];
  return ['npx our-store-contract check', api, ...flags].filter(Boolean).join(' ');
}
