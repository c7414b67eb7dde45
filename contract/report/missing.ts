import { type Exchange, nameOf } from '../judge/exchange.ts';
import { levelNames } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';

/** How servers refuse a call that they do not have. */
const STATUSES = [404, 405, 501];

/** Whether a backend does not have an operation. It may refuse a malformed request before it looks for the operation. */
function isMissing({ operation, status, hops }: Exchange, all: Exchange[]): boolean {
  const isOther = operation.method === 'OPTIONS' || hops.length > 0;
  const calls = all.filter((other) => nameOf(other.operation) === nameOf(operation) && !other.mistake);
  return !isOther && STATUSES.includes(status) && calls.every((other) => other.status === status);
}

/** Keeps the plainest failure for each operation that the backend does not have. Other journeys that need it count as skipped. */
export function joinMissing(outcomes: Outcome[], exchanges: Exchange[]): Outcome[] {
  const rank = ({ level, journey }: FailedOutcome) =>
    [level, journey.level].map((name) => levelNames.indexOf(name)).join('');
  const kept = new Map<string, FailedOutcome>();
  const missing = outcomes.flatMap((outcome) =>
    outcome.status === 'failed' && isMissing(outcome.failure.exchange, exchanges) ? outcome : [],
  );
  for (const outcome of missing) {
    const name = nameOf(outcome.failure.exchange.operation);
    const other = kept.get(name);
    if (!other || rank(outcome) < rank(other)) kept.set(name, outcome);
  }
  return outcomes.map((outcome) => {
    if (outcome.status !== 'failed' || !missing.includes(outcome)) return outcome;
    const { journey, seconds, failure } = outcome;
    const name = nameOf(failure.exchange.operation);
    const reason = `${name} does not exist`;
    if (kept.get(name) !== outcome)
      return { journey, seconds, exchanges: outcome.exchanges, status: 'skipped', reason, isBlocking: false };
    const cause = `${reason}: every call returned ${failure.exchange.status}.`;
    return { ...outcome, cause, evidence: reason };
  });
}
