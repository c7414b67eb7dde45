import { type Exchange, isSuccess } from '../judge/exchange.ts';
import { describeCall } from '../judge/expect.ts';
import type { FailedOutcome } from '../judge/run.ts';

export const tokenIn = ({ body }: Pick<Exchange, 'body'>) => (Object(body) as { token?: string }).token;
const emailIn = ({ sent }: Exchange) => (Object(sent.body) as { email?: unknown }).email;

/**
 * The calls of a journey until its failure, in their order, after those of `all` that its tokens and accounts come from. If an
 * earlier journey met the error, the calls with its token.
 */
export function callsUntil({ exchanges, failure }: FailedOutcome, all: Exchange[]): Exchange[] {
  const { exchange: failed } = failure;
  const isOwn = (other: Exchange) => exchanges.includes(failed) && exchanges.includes(other);
  const sharesToken = ({ sent }: Exchange) => sent.token !== undefined && sent.token === failed.sent.token;
  const before = all.filter(({ start }) => start < failed.end);
  const calls = new Set(
    before.filter((other) => other === failed || isOwn(other) || (!isOwn(failed) && sharesToken(other))),
  );
  const tokens = new Set([...calls].map(({ sent }) => sent.forgery?.from ?? sent.token));
  for (const other of before) if (isSuccess(other) && tokens.has(tokenIn(other) ?? '')) calls.add(other);
  const emails = new Set([...calls].filter(({ operation }) => operation.id === 'login').map(emailIn));
  for (const other of before) {
    const email = emailIn(other);
    if (other.operation.id === 'signup' && isSuccess(other) && email && emails.has(email)) calls.add(other);
  }
  return before.filter((other) => calls.has(other)).sort((one, two) => one.start - two.start);
}

/** Calls in one group ran at the same time. */
export function groupSimultaneous(calls: Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const exchange of calls) {
    const group = groups.at(-1);
    if (group?.some(({ end }) => exchange.start < end)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Numbers the tokens by their first use. */
export function numberTokens(calls: Exchange[]) {
  const tokens = [...new Set(calls.flatMap(({ sent }) => sent.token ?? []))];
  return (token: string | undefined) => (token === undefined ? 0 : tokens.indexOf(token) + 1);
}

/** The calls before a failure: with which token, and what ran at the same time. */
export function describeEarlier(failed: Exchange, calls: Exchange[], api: string): string[] {
  const numberOf = numberTokens(calls);
  return groupSimultaneous(calls)
    .flatMap((group) =>
      group.map((exchange) => {
        const number = numberOf(exchange.sent.token);
        const who = number ? `with TOKEN_${number}: ` : '';
        const meets = group.length > 1 ? ' (at the same time)' : '';
        return exchange === failed ? '' : `${who}${describeCall(exchange, api)}${meets}`;
      }),
    )
    .filter(Boolean);
}
