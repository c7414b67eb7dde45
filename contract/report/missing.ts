import { type Exchange, nameOf } from '../judge/exchange.ts';
import { Failure } from '../judge/failure.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';

/** How servers refuse a call that they do not have. */
const STATUSES = [404, 405, 501];

/** Whether a backend does not have an operation. It may refuse a malformed request before it looks for the operation. */
function isMissing({ operation, status, hops }: Exchange, all: Exchange[]): boolean {
  const isOther = operation.method === 'OPTIONS' || hops.length > 0;
  const calls = all.filter((other) => nameOf(other.operation) === nameOf(operation) && !other.requestError);
  return !isOther && STATUSES.includes(status) && calls.every((other) => other.status === status);
}

/** Keeps one failure for each operation that the backend does not have. Other journeys that need it count as skipped. */
export function joinMissing(outcomes: Outcome[], exchanges: Exchange[]): Outcome[] {
  const missing = outcomes.filter(
    (outcome) => outcome.status === 'failed' && isMissing(outcome.failure.exchange, exchanges),
  ) as FailedOutcome[];
  return outcomes.map((outcome) => {
    if (outcome.status !== 'failed' || !missing.includes(outcome)) return outcome;
    const { exchange } = outcome.failure;
    const same = missing.filter(({ failure }) => failure.exchange.operation === exchange.operation);
    const plainest = same.find(({ level }) => level === 'breaks') ?? same[0];
    const reason = `${nameOf(exchange.operation)} returned ${exchange.status} to every valid call`;
    if (outcome !== plainest) return { ...outcome, status: 'skipped', reason, isBlocking: false };
    const cause = `${reason}: it does not exist, or finds no account or item.`;
    return { ...outcome, failure: new Failure(exchange, { ...outcome.failure.details, cause }) };
  });
}
