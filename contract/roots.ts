import type { Exchange } from './client.ts';
import type { Unmet } from './expect.ts';
import { simplest } from './journeys/all.ts';

/** What was seen where a verdict failed. */
export type Seen = {
  id: string;
  exchange: Exchange;
  symptom: string;
  isOrdinary: boolean;
  /** The journeys whose failure may explain this one, and those that may explain them. */
  needs: Set<string>;
};

export const seeUnmet = (id: string, { exchange, details }: Unmet, needs: Set<string>): Seen => ({
  id,
  exchange,
  symptom: details.symptom,
  isOrdinary: details.isOrdinary ?? false,
  needs,
});

/** Journeys that are about sessions: where they fail, a good token may be refused anywhere. */
const sessions = ['tokenWorksAgain', 'secondDevice', 'othersEnter'];

/**
 * The id of each failure → that of the one that explains it, or its own. One explains another only by what was seen
 * in both, and only where it comes before it in the order, so that no two explain each other.
 */
export function findRoots(failed: Seen[]): Map<string, string> {
  const isSimplest = ({ id, exchange }: Seen) => simplest[exchange.operation.id] === id;
  const rank = (it: Seen) => (it.id.endsWith(' answers') ? 0 : isSimplest(it) ? 1 : 2);
  const sorted = [...failed].sort((one, two) => rank(one) - rank(two));
  const roots = new Map<string, string>();
  for (const [at, own] of sorted.entries()) {
    const root = sorted.slice(0, at).find((it) => explains(it, own, rank(it) < 2));
    roots.set(own.id, (root && roots.get(root.id)) ?? own.id);
  }
  return roots;
}

function explains(root: Seen, own: Seen, isPlain: boolean): boolean {
  const isRefusedToken = (it: Seen) =>
    it.isOrdinary && /^40[13]$/.test(it.symptom) && it.exchange.sent.token !== undefined;
  if (sessions.includes(root.id) && isRefusedToken(root) && isRefusedToken(own)) return true;
  if (root.exchange.operation !== own.exchange.operation) return false;
  const isInBoth = root.symptom.split(' ').every((word) => own.symptom.split(' ').includes(word));
  // The plainest call of all fails like this; or a list that lacks items is no yardstick for any filter.
  const isAlways = (root.isOrdinary && isPlain) || root.symptom === 'unlisted';
  return isInBoth && (isAlways || own.needs.has(root.id));
}
