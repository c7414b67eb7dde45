import type { Exchange } from './client.ts';
import type { Unmet } from './expect.ts';
import { simplest } from './journeys/all.ts';

/** A verdict that failed: what was not met, and the calls before it. */
export type Seen = { id: string; unmet: Unmet; before: Exchange[] };

/** Journeys that are about sessions: where they fail, a good token may be refused anywhere. */
const sessions = ['tokenWorksAgain', 'secondDevice', 'othersEnter', 'connectionsAgree'];

/** Whether some of the calls that meet were refused and others not: one instance does not know what another one does. */
const isOfInstances = ({ id, unmet: { details } }: Seen) =>
  id === 'connectionsAgree' && details.isOrdinary === true && details.reason !== undefined;

/**
 * The id of each failure → that of the one that explains it, or its own. One explains another only by what was seen
 * in both, and only where it comes before it in the order, so that no two explain each other.
 */
export function findRoots(failed: Seen[]): Map<string, string> {
  const plainest: ((it: Seen) => boolean)[] = [
    (it) => it.id.endsWith(' answers') || isOfInstances(it),
    ({ id, unmet }) => simplest[unmet.exchange.operation.id] === id,
    ({ id }) => Object.values(simplest).includes(id),
    () => true,
  ];
  const rank = (it: Seen) => plainest.findIndex((isSo) => isSo(it));
  const sorted = [...failed].sort(
    (one, two) => rank(one) - rank(two) || callsOf(one).length - callsOf(two).length,
  );
  const roots = new Map<string, string>();
  for (const [at, own] of sorted.entries()) {
    const root = sorted.slice(0, at).find((it) => explains(it, own, rank(it) < 2));
    roots.set(own.id, (root && roots.get(root.id)) ?? own.id);
  }
  return roots;
}

function explains(root: Seen, own: Seen, isPlain: boolean): boolean {
  const { exchange, details } = root.unmet;
  if (isOfInstances(root) && isRefused(own.unmet)) return true;
  if (sessions.includes(root.id) && isRefusedToken(root.unmet) && isRefusedToken(own.unmet)) return true;
  const words = own.unmet.details.symptom.split(' ');
  const isInBoth = details.symptom.split(' ').every((word) => words.includes(word));
  if (exchange.operation !== own.unmet.exchange.operation || !isInBoth) return false;
  // A list that lacks items is no yardstick for any filter.
  if (details.symptom === 'unlisted') return true;
  // The plainest call of all fails like this, whatever it is sent.
  return (details.isOrdinary && isPlain) || isWithin(callsOf(root), callsOf(own));
}

const isRefused = ({ details }: Unmet) => details.isOrdinary && /^40[13]$/.test(details.symptom);
const isRefusedToken = (unmet: Unmet) => isRefused(unmet) && unmet.exchange.sent.token !== undefined;

/** The call that failed and those before it, without what only reads: each as its operation with the names of its fields. */
const callsOf = ({ unmet, before }: Seen): string[][] =>
  [...before.filter(({ operation }) => operation.method !== 'GET'), unmet.exchange].map(
    ({ operation, sent: { body, query, text } }) => {
      const fields = Object.entries(text === undefined ? { ...query, ...(body as object) } : { text });
      return [operation.id, ...fields.flatMap(([name, value]) => (value === undefined ? [] : name))];
    },
  );

/** Whether all these calls are among the others, be it with further fields. */
function isWithin(calls: string[][], others: string[][]): boolean {
  const left = [...others];
  return calls.every((call) => {
    const at = left.findIndex((it) => call.every((word) => it.includes(word)));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}
